-- 0 if the last digit of a sticker number is right, else the digit to append (contract/sticker-numbers.ts).
create function sticker_check_digit(digits text) returns integer language plpgsql immutable as $$
declare
  damm constant text := '0317598642' || '7092154863' || '4206871359' || '1750983426' || '6123045978'
    || '3674209581' || '5869720134' || '8945362017' || '9438617205' || '2581436790';
  row integer := 0;
begin
  for place in 1 .. length(digits) loop
    row := substr(damm, 10 * row + substr(digits, place, 1)::integer + 1, 1)::integer;
  end loop;
  return row;
end $$;

create table devices (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users,
  label text not null,
  device_number text not null,
  -- Two devices of one owner share a number only if the owner confirmed it (docs/decisions/0030).
  shares_number boolean not null default false,
  -- On the sticker, and the end of the device's address. Random, never changed and never given to another device.
  sticker_number text not null,
  device_name text,
  device_type text not null,
  -- A device that names another landlord is closed to the public until that landlord accepts it
  -- (docs/decisions/0025).
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
  -- Programmes and price hours. Price and duration of the first programme are those of the device itself.
  -- null: price and duration alone.
  price_list jsonb,
  status text not null default 'active' check (status in ('active', 'inactive', 'disabled')),
  -- Last saved by its owner as an admin, so it is open in the owner's name.
  saved_as_admin boolean not null default false,
  -- Backed by a landlord account or an admin, so everyone can see it while it is active.
  is_publishable boolean not null default false,
  is_open boolean generated always as (status = 'active' and is_publishable) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  search_text text not null generated always as (normalize_search_text(
    device_number || chr(31) || coalesce(device_name, '') || chr(31) || label || chr(31) || location
  )) stored,
  constraint devices_sticker_number_form check (
    sticker_number is not null and sticker_number ~ '^[1-9]\d{8}$' and sticker_check_digit(sticker_number) = 0
  )
);
create unique index devices_number_taken on devices (owner_id, normalize_device_number(device_number))
  where deleted_at is null and not shares_number;
create index devices_number_shared on devices (owner_id, normalize_device_number(device_number))
  where deleted_at is null and shares_number;
-- Partial, so that rows which refer to a device do not wait for a change of its number.
create unique index devices_sticker_number on devices (sticker_number)
  where sticker_number is not null;
create index devices_owner on devices (owner_id, created_at desc);
create index devices_landlord on devices (landlord_email, created_at desc);
create index devices_to_accept on devices (landlord_email, created_at desc, id desc)
  where not landlord_accepted and deleted_at is null;
-- One for each audience (30-lists.sql) and facet, in the order of the lists.
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
-- Rooms.
create index devices_place on devices (landlord_email, location, created_at, id)
  where is_open and deleted_at is null;
create index devices_owner_place
  on devices (owner_id, location, created_at, id) include (device_type, status) where deleted_at is null;
create index devices_landlord_place
  on devices (landlord_email, location, created_at, id) include (device_type, status)
  where landlord_accepted and not landlord_is_owner and deleted_at is null;
create index devices_planned_prices
  on devices ((price_list #>> '{planned,0,from}'))
  where price_list #>> '{planned,0,from}' is not null;
create index devices_text on devices using gin (search_text gin_trgm_ops);
-- As users_folded.
create index devices_folded on devices using gin ((
  case when octet_length(search_text) <> length(search_text) then
    replace(replace(replace(replace(translate(
      lower(normalize(regexp_replace(normalize(search_text, NFKD),
        '[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff]', '', 'g'), NFKC)),
      'øłđðħŧıς‘’ʼ‐–—−', 'olddhtiσ''''''----'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  end
) gin_trgm_ops) where octet_length(search_text) <> length(search_text);

-- If two transactions draw the same number, the index refuses one, and the server retries it.
create function random_sticker_number() returns text language plpgsql as $$
declare
  number text;
begin
  loop
    number := (10000000 + floor(random() * 90000000))::integer::text;
    number := number || sticker_check_digit(number);
    if not exists (select from devices where sticker_number = number) then
      return number;
    end if;
  end loop;
end $$;

create function generate_sticker_number() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.sticker_number is not null then
    if new.sticker_number is distinct from old.sticker_number then
      raise exception 'a device keeps its sticker number';
    end if;
  elsif new.sticker_number is null then
    new.sticker_number = random_sticker_number();
  end if;
  return new;
end $$;
create trigger generate_sticker_number before insert or update on devices
  for each row execute function generate_sticker_number();

create function is_publishable(device devices) returns boolean language sql stable as $$
  select device.landlord_accepted_at is not null or (
    device.landlord_is_owner and exists (
      select from users as host
      where host.id = device.owner_id
        and (host.user_type = 'landlord' or (device.saved_as_admin and is_admin(host)))
    )
  )
$$;

-- Payee of payments at the device.
create function payee_email(device devices) returns text language plpgsql stable as $$
begin
  if device.landlord_accepted then
    return device.landlord_email;
  end if;
  return (select email from users where id = device.owner_id);
end $$;

-- Keeps the owner from changing until the device is saved. Another landlord has to accept again.
create function derive_device_columns() returns trigger language plpgsql as $$
begin
  select email = new.landlord_email into new.landlord_is_owner
    from users where id = new.owner_id for share;
  if new.landlord_is_owner or (tg_op = 'UPDATE' and new.landlord_email <> old.landlord_email
    and new.landlord_accepted_at is not distinct from old.landlord_accepted_at)
  then
    new.landlord_accepted_at = null;
  end if;
  new.is_publishable = is_publishable(new);
  return new;
end $$;
create trigger derive_device_columns
  before insert or update of owner_id, landlord_email, landlord_accepted_at, saved_as_admin
  on devices for each row execute function derive_device_columns();
create trigger refuse_closed_account before insert on devices
  for each row execute function refuse_closed_account('owner_id');

create function update_publishable_devices() returns trigger language plpgsql as $$
begin
  update devices set is_publishable = is_publishable(devices)
  where owner_id = new.id and landlord_is_owner and is_publishable <> is_publishable(devices);
  return null;
end $$;
create trigger update_publishable_devices after update of user_type, roles, email_verified on users
  for each row when (new.user_type <> old.user_type or is_admin(new) <> is_admin(old))
  execute function update_publishable_devices();
