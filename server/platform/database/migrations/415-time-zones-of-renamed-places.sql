-- Whether devices have brought it to another place. Then the place does not keep it once its devices have left.
alter table time_zones add column passed_on boolean not null default false;

-- As in 411, but a place without devices takes the time zone of its first device instead of one that it passed on, so
-- that places can swap names. Deleted devices are at no place.
create or replace function move_time_zone() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  perform from time_zones
  where owner_id = old.owner_id and location = new.location and not passed_on
  for share;
  if found or not exists (
    select from time_zones where owner_id = old.owner_id and location in (old.location, new.location)
  ) then
    return new;
  end if;
  -- The following statements see devices that others have moved.
  perform from time_zones where owner_id = old.owner_id order by location for update;
  if exists (
    select from devices
    where devices.owner_id = old.owner_id and devices.location = new.location and deleted_at is null
  ) then
    return new;
  end if;
  delete from time_zones where owner_id = old.owner_id and location = new.location;
  insert into time_zones (owner_id, location, time_zone)
    select owner_id, new.location, time_zone from time_zones
    where owner_id = old.owner_id and location = old.location
    on conflict do nothing;
  update time_zones set passed_on = true where owner_id = old.owner_id and location = old.location;
  -- The old place keeps its time zone until the next one is renamed: others of its devices may follow.
  delete from time_zones
  where owner_id = old.owner_id and location not in (old.location, new.location) and not exists (
    select from devices
    where devices.owner_id = time_zones.owner_id and devices.location = time_zones.location
  );
  return new;
end $$;
