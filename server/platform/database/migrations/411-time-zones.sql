-- Time zones of an account's places. A place is its devices at one location.
create table time_zones (
  owner_id uuid not null references users,
  -- null: all places without a time zone of their own.
  location text,
  time_zone text not null,
  constraint time_zones_place unique nulls not distinct (owner_id, location)
);
create trigger refuse_closed_account before insert on time_zones
  for each row execute function refuse_closed_account('owner_id');

create function time_zone_of(owner uuid, place text) returns text language sql stable parallel safe as $$
  select time_zone from time_zones
  where owner_id = owner and (location = place or location is null)
  order by location nulls last limit 1
$$;

insert into time_zones (owner_id, time_zone)
  select distinct on (user_id) user_id, time_zone
  from business_details join users on users.id = user_id
  where closed_at is null
  order by user_id, effective_at desc, business_details.created_at desc;

insert into time_zones (owner_id, location, time_zone)
  select distinct on (owner_id, location) owner_id, location, price_list ->> 'time_zone'
  from devices join users on users.id = owner_id
  where price_list ->> 'time_zone' is not null and deleted_at is null and closed_at is null
    and price_list ->> 'time_zone' is distinct from time_zone_of(owner_id, location)
  order by owner_id, location, devices.created_at, devices.id;

-- A device that is the first at its new location takes the time zone with it, so that renaming a place keeps it.
create function move_time_zone() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  perform from time_zones
  where owner_id = old.owner_id and location = new.location
  for share;
  if found or not exists (
    select from time_zones where owner_id = old.owner_id and location = old.location
  ) then
    return new;
  end if;
  -- The following statements see devices that others have moved.
  perform from time_zones where owner_id = old.owner_id order by location for update;
  insert into time_zones (owner_id, location, time_zone)
    select owner_id, new.location, time_zone from time_zones
    where owner_id = old.owner_id and location = old.location and not exists (
      select from devices where devices.owner_id = old.owner_id and devices.location = new.location
    )
    on conflict do nothing;
  -- The old place keeps its time zone until the next one is renamed: others of its devices may follow.
  delete from time_zones
  where owner_id = old.owner_id and location not in (old.location, new.location) and not exists (
    select from devices
    where devices.owner_id = time_zones.owner_id and devices.location = time_zones.location
  );
  return new;
end $$;

-- The first price list by time at a place is in the time zone of the place.
create function adopt_time_zone() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  zone text := new.price_list ->> 'time_zone';
begin
  if zone is null or zone = time_zone_of(new.owner_id, new.location) then return null; end if;
  if tg_op = 'UPDATE' and zone = old.price_list ->> 'time_zone' then return null; end if;
  insert into time_zones (owner_id, location, time_zone)
    values (new.owner_id, new.location, zone)
    on conflict do nothing;
  return null;
end $$;

create trigger move_time_zone before update of location on devices
  for each row when (old.location <> new.location) execute function move_time_zone();
create trigger adopt_time_zone after insert or update of price_list on devices
  for each row when (new.price_list is not null) execute function adopt_time_zone();
