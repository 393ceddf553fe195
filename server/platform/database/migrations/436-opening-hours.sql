-- Time zone and open days of the week: contract/opening-hours.ts. null: always open.
alter table rooms add column opening_hours jsonb;

-- When a room is open, from yesterday to a week from now.
create function opening_periods(hours jsonb) returns setof tstzrange language sql stable as $$
  select unnest(range_agg(tstzrange(opens, closes))) from (
    select (day + opens_at) at time zone zone as opens,
      (day + closes_at + case when closes_at <= opens_at then interval '1 day' else interval '0' end) at time zone zone as closes
    from (select hours ->> 'time_zone' as zone) as room
      cross join jsonb_to_recordset(hours -> 'days') as week(weekday integer, opens_at time, closes_at time)
      cross join date_trunc('day', now() at time zone zone) as today
      cross join generate_series(today - interval '1 day', today + interval '7 days', interval '1 day') as day
    where extract(isodow from day) = weekday
  ) as days where opens < closes
$$;

create function is_room_open(hours jsonb, moment timestamptz default now()) returns boolean language sql stable as $$
  select hours is null or exists (select from opening_periods(hours) as period where period @> moment)
$$;

-- As in 422. A new room also opens as the former one.
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
        pause_minutes, booking_rules, opening_hours)
      values (
        case when exists (select from rooms where number = new.sticker_number)
          then random_sticker_number() else new.sticker_number end,
        new.landlord_email, new.location, coalesce(former.queue_types, '{}'), coalesce(former.hold_types, '{}'),
        coalesce(former.turn_minutes, 5), coalesce(former.hold_minutes, 10), coalesce(former.pause_minutes, 15),
        former.booking_rules, former.opening_hours)
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
