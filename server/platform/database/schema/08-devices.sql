create table devices (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users,
  label text not null,
  device_number text not null,
  -- Two devices of one owner have the same number only if whoever saved them did not ask, or wanted it so
  -- (docs/decisions/0040).
  shares_number boolean not null default false,
  device_name text,
  device_type text not null,
  -- Nobody acts in another's name: a device that names somebody else is closed to the public until that
  -- landlord accepts it (docs/decisions/0035).
  landlord_email text not null,
  landlord_is_owner boolean not null default false,
  landlord_accepted_at timestamptz,
  landlord_accepted boolean not null
    generated always as (landlord_is_owner or landlord_accepted_at is not null) stored,
  location text not null,
  duration_minutes integer not null check (duration_minutes > 0),
  minimum_duration_minutes integer check (minimum_duration_minutes > 0),
  coin_type text not null default 'quarter' check (coin_type in ('quarter', 'dollar')),
  price numeric(12, 2) not null check (price >= 0),
  status text not null default 'active' check (status in ('active', 'inactive', 'disabled')),
  -- Saved last by its owner with the power of an admin, and so open in their name.
  saved_as_admin boolean not null default false,
  -- A landlord account or an admin stands behind it, so that everybody may see it while it is active.
  is_hosted boolean not null default false,
  is_open boolean generated always as (status = 'active' and is_hosted) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  search_text text not null generated always as (search_form(
    device_number || chr(31) || coalesce(device_name, '') || chr(31) || label || chr(31) || location
  )) stored
);
create unique index devices_number_taken on devices (owner_id, number_form(device_number))
  where deleted_at is null and not shares_number;
create index devices_number_shared on devices (owner_id, number_form(device_number))
  where deleted_at is null and shares_number;
create index devices_owner on devices (owner_id, created_at desc);
create index devices_landlord on devices (landlord_email, created_at desc);
create index devices_to_accept on devices (landlord_email, created_at desc, id desc)
  where not landlord_accepted and deleted_at is null;
-- One for each audience (17-lists.sql) and facet, in the order of the lists.
create index devices_newest on devices (created_at desc, id desc) where deleted_at is null;
create index devices_kind on devices (device_type, status, created_at desc, id desc)
  where deleted_at is null;
create index devices_open on devices (created_at desc, id desc)
  where is_open and deleted_at is null;
create index devices_open_kind on devices (device_type, created_at desc, id desc)
  where is_open and deleted_at is null;
create index devices_closed_owner on devices (owner_id, created_at desc, id desc)
  where not is_open and deleted_at is null;
create index devices_closed_owner_kind
  on devices (owner_id, device_type, status, created_at desc, id desc)
  where not is_open and deleted_at is null;
create index devices_closed_landlord on devices (landlord_email, created_at desc, id desc)
  where not is_open and not landlord_is_owner and deleted_at is null;
create index devices_closed_landlord_kind
  on devices (landlord_email, device_type, status, created_at desc, id desc)
  where not is_open and not landlord_is_owner and deleted_at is null;
create index devices_text on devices using gin (search_text gin_trgm_ops);

create function is_hosted(device devices) returns boolean language sql stable as $$
  select device.landlord_accepted_at is not null or (
    device.landlord_is_owner and exists (
      select from users as host
      where host.id = device.owner_id
        and (host.user_type = 'landlord' or (device.saved_as_admin and is_admin(host)))
    )
  )
$$;

-- Whom payments at the device go to.
create function paid_to(device devices) returns text language plpgsql stable as $$
begin
  if device.landlord_accepted then
    return device.landlord_email;
  end if;
  return (select email from users where id = device.owner_id);
end $$;

-- The owner is kept from changing until the device is there. Who was accepted is nobody else.
create function describe_device() returns trigger language plpgsql as $$
begin
  select email = new.landlord_email into new.landlord_is_owner
    from users where id = new.owner_id for share;
  if new.landlord_is_owner or (tg_op = 'UPDATE' and new.landlord_email <> old.landlord_email
    and new.landlord_accepted_at is not distinct from old.landlord_accepted_at)
  then
    new.landlord_accepted_at = null;
  end if;
  new.is_hosted = is_hosted(new);
  return new;
end $$;
create trigger describe_device
  before insert or update of owner_id, landlord_email, landlord_accepted_at, saved_as_admin
  on devices for each row execute function describe_device();
create trigger refuse_closed_account before insert on devices
  for each row execute function refuse_closed_account('owner_id');

create function host_devices() returns trigger language plpgsql as $$
begin
  update devices set is_hosted = is_hosted(devices)
  where owner_id = new.id and landlord_is_owner and is_hosted <> is_hosted(devices);
  return null;
end $$;
create trigger host_devices after update of user_type, roles, email_verified on users
  for each row when (new.user_type <> old.user_type or is_admin(new) <> is_admin(old))
  execute function host_devices();
