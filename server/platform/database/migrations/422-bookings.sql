-- Compares a machine beside the time range in the constraint of booked_machines.
create extension if not exists btree_gist;

-- What can be booked in the room, apart from its groups: contract/booking-plans.ts. null: nothing yet.
alter table rooms add column booking_rules jsonb;

-- Machines of a room that are booked together.
create table machine_groups (
  id uuid primary key default gen_random_uuid(),
  room_id uuid not null references rooms,
  name text not null,
  -- Those that have left the room do not count.
  device_ids uuid[] not null,
  -- By how much the slots of its dryers are later.
  dryer_minutes integer not null,
  -- Of each week: weekday, 1 being Monday, start on the room's clock, and minutes.
  slots jsonb not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index machine_groups_room on machine_groups (room_id) where deleted_at is null;

create table bookings (
  id uuid primary key default gen_random_uuid(),
  group_id uuid not null references machine_groups,
  user_id uuid not null references users on delete cascade,
  starts_at timestamptz not null,
  -- Of the slot. Dryers may be later.
  ends_at timestamptz not null,
  -- Without a payment until then, the machines are for anyone. null: paid for.
  release_at timestamptz,
  -- Of the user when booking, for notifications.
  language text not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  outcome text constraint bookings_outcome check (outcome in ('used', 'unused', 'cancelled', 'closed')),
  constraint bookings_end check ((ended_at is null) = (outcome is null)),
  constraint bookings_slot check (starts_at < ends_at)
);
create index bookings_open on bookings (starts_at) where ended_at is null;
create index bookings_group on bookings (group_id, starts_at);
create index bookings_user on bookings (user_id, starts_at);
create index bookings_ended on bookings (ended_at) where ended_at is not null;
create trigger refuse_closed_account before insert on bookings
  for each row execute function refuse_closed_account('user_id');

-- Machines of open bookings.
create table booked_machines (
  booking_id uuid not null references bookings on delete cascade,
  device_id uuid not null references devices,
  period tstzrange not null,
  primary key (booking_id, device_id),
  -- A machine has one booking at a time.
  constraint booked_machines_once exclude using gist (device_id with =, period with &&)
);

-- A slot that has begun holds its machines.
alter table machine_holds add column booking_id uuid references bookings on delete cascade;
drop index machine_holds_user;
create unique index machine_holds_user on machine_holds (user_id)
  where ended_at is null and queue_entry_id is null and booking_id is null;
create index machine_holds_booking on machine_holds (booking_id) where booking_id is not null;

-- What stands against a payment for so many minutes at a machine: held_for_another, slot_ending or runs_into_booking.
-- Beside is_held_for_another, which the previous version calls.
create function payment_conflict(device uuid, payer uuid, minutes integer) returns text language plpgsql volatile as $$
declare
  moment timestamptz := clock_timestamp();
  slot record;
  is_own boolean := false;
  runs_over boolean := false;
begin
  for slot in
    select bookings.user_id, lower(period) as begins, upper(period) as ends, rooms.booking_rules as rules
    from booked_machines join bookings on bookings.id = booking_id
      join machine_groups on machine_groups.id = group_id join rooms on rooms.id = room_id
    where device_id = device and period && tstzrange(moment, moment + make_interval(mins => minutes), '[]')
      and (release_at is null or release_at > moment)
  loop
    if slot.begins > moment then
      runs_over := runs_over or slot.user_id <> payer and not (slot.rules -> 'overrun_allowed')::boolean;
    elsif slot.user_id <> payer then
      return 'held_for_another';
    elsif moment > slot.ends - make_interval(mins => (slot.rules -> 'last_start_minutes')::integer) then
      return 'slot_ending';
    else
      is_own := true;
    end if;
  end loop;
  if runs_over then return 'runs_into_booking'; end if;
  if is_own then return null; end if;
  return case when is_held_for_another(device, payer) then 'held_for_another' end;
end $$;

-- As in 416. A new room also books as the former one, and the last machine of a group takes the group to its room.
create or replace function assign_room() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  former rooms;
begin
  if not (new.landlord_is_owner or new.landlord_accepted_at is not null) then
    new.room_id := null;
    return new;
  end if;
  if tg_op = 'UPDATE' then
    select * into former from rooms
    where id = old.room_id and landlord_email = new.landlord_email for update;
  end if;
  select id into new.room_id from rooms
  where landlord_email = new.landlord_email and location = new.location;
  if not found and former.id is not null and not exists (
    select from devices where room_id = former.id and id <> new.id and deleted_at is null
  ) then
    begin
      update rooms set location = new.location where id = former.id;
      new.room_id := former.id;
      return new;
    exception when unique_violation then
      -- Another machine has made a room there in the meantime, which this one joins.
    end;
  end if;
  if new.room_id is null then
    insert into rooms (number, landlord_email, location, queue_types, hold_types, turn_minutes, hold_minutes,
        pause_minutes, booking_rules)
      values (
        case when exists (select from rooms where number = new.sticker_number)
          then random_sticker_number() else new.sticker_number end,
        new.landlord_email, new.location, coalesce(former.queue_types, '{}'), coalesce(former.hold_types, '{}'),
        coalesce(former.turn_minutes, 5), coalesce(former.hold_minutes, 10), coalesce(former.pause_minutes, 15),
        former.booking_rules)
      on conflict on constraint rooms_place do nothing
      returning id into new.room_id;
  end if;
  if new.room_id is null then
    select id into new.room_id from rooms
    where landlord_email = new.landlord_email and location = new.location;
  end if;
  if former.id <> new.room_id then
    update machine_groups set room_id = new.room_id
    where room_id = former.id and new.id = any (device_ids) and deleted_at is null
      and exists (select from rooms where id = new.room_id and booking_rules is not null)
      and not exists (
        select from devices
        where id = any (device_ids) and id <> new.id and room_id = former.id and deleted_at is null
      );
  end if;
  return new;
end $$;
