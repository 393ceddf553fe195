-- A landlord's machines at one location. Made by triggers, and kept for the signs on its door.
create table rooms (
  id uuid primary key default gen_random_uuid(),
  -- In the room's address. That of its first machine, as on the signs that already hang.
  number text not null constraint rooms_number unique,
  landlord_email text not null,
  location text not null,
  -- Types of machines that people queue for, and that they can hold.
  queue_types text[] not null default '{}',
  hold_types text[] not null default '{}',
  -- How long a machine is held for the next in line, how long on request, and the pause after an unused hold.
  turn_minutes integer not null default 5,
  hold_minutes integer not null default 10,
  pause_minutes integer not null default 15,
  created_at timestamptz not null default now(),
  constraint rooms_place unique (landlord_email, location)
);

-- null: its landlord has not accepted it.
alter table devices add column room_id uuid;

create or replace function random_sticker_number() returns text language plpgsql as $$
declare
  drawn text;
begin
  loop
    drawn := (10000000 + floor(random() * 90000000))::integer::text;
    drawn := drawn || sticker_check_digit(drawn);
    if not exists (select from devices where sticker_number = drawn)
      and not exists (select from rooms where number = drawn) then
      return drawn;
    end if;
  end loop;
end $$;

-- The only machine of a room takes the room to a location that has none. If others stay, the new room has the same
-- rules, so that a place renamed machine by machine keeps them.
create function assign_room() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  former rooms;
begin
  if not (new.landlord_is_owner or new.landlord_accepted_at is not null) then
    new.room_id := null;
    return new;
  end if;
  select id into new.room_id from rooms
  where landlord_email = new.landlord_email and location = new.location;
  if found then return new; end if;
  if tg_op = 'UPDATE' then
    select * into former from rooms
    where id = old.room_id and landlord_email = new.landlord_email for update;
  end if;
  if former.id is not null and not exists (
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
  insert into rooms (number, landlord_email, location, queue_types, hold_types, turn_minutes, hold_minutes, pause_minutes)
    values (
      case when exists (select from rooms where number = new.sticker_number)
        then random_sticker_number() else new.sticker_number end,
      new.landlord_email, new.location, coalesce(former.queue_types, '{}'), coalesce(former.hold_types, '{}'),
      coalesce(former.turn_minutes, 5), coalesce(former.hold_minutes, 10), coalesce(former.pause_minutes, 15))
    on conflict on constraint rooms_place do nothing
    returning id into new.room_id;
  if new.room_id is null then
    select id into new.room_id from rooms
    where landlord_email = new.landlord_email and location = new.location;
  end if;
  return new;
end $$;

-- By its name, it runs after the trigger that draws sticker numbers.
create trigger place_in_room
  before insert or update of owner_id, location, landlord_email, landlord_is_owner, landlord_accepted_at
  on devices for each row execute function assign_room();
