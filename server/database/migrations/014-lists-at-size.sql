-- Lists stay as quick over a million rows as over a thousand: each is made of audiences, whose rows one
-- index delivers newest first, and whose number is kept beside them (docs/decisions/0024).
create extension if not exists pg_trgm;

-- An address is who a person is: what others see follows from it, and it never changes.
create function refuse_change_of_address() returns trigger language plpgsql as $$
begin
  raise exception 'the address of an account does not change';
end $$;
create trigger refuse_change_of_address before update on users
  for each row when (new.email <> old.email) execute function refuse_change_of_address();

-- Without pg_temp at the end a temporary table of the server's user would stand in for a real one.
alter function refuse_refund_beyond_payment() set search_path = public, pg_temp;

alter table devices
  -- A landlord account or an admin stands behind it, so that everybody may see it while it is active.
  add column is_hosted boolean not null default false,
  add column is_open boolean generated always as (status = 'active' and is_hosted) stored,
  add column landlord_is_owner boolean not null default false;

alter table prepaid_codes add column holder_is_issuer boolean not null default false;

alter table transactions
  add column owner_id uuid references users,
  -- The landlord of the device, as long as that is neither its owner nor the payer.
  add column landlord_email text;

create function is_hosted(device devices) returns boolean language sql stable as $$
  select exists (
    select from users as host
    where (host.id = device.owner_id or (host.email = device.landlord_email and host.email_verified))
      and (host.user_type = 'landlord' or 'admin' = any (host.roles))
  )
$$;

-- Whoever stands behind a device is kept from changing until the device is there.
create function describe_device() returns trigger language plpgsql as $$
begin
  perform from users where id = new.owner_id or email = new.landlord_email for share;
  new.is_hosted = is_hosted(new);
  new.landlord_is_owner = exists (
    select from users where id = new.owner_id and email = new.landlord_email
  );
  return new;
end $$;
create trigger describe_device before insert or update of owner_id, landlord_email on devices
  for each row execute function describe_device();

create function host_devices() returns trigger language plpgsql as $$
begin
  update devices set is_hosted = is_hosted(devices)
  where (owner_id = new.id or landlord_email = new.email) and is_hosted <> is_hosted(devices);
  return null;
end $$;
create trigger host_devices after insert or update of user_type, roles, email_verified on users
  for each row execute function host_devices();

create function describe_code() returns trigger language plpgsql as $$
begin
  new.holder_is_issuer = exists (
    select from users where id = new.user_id and email = new.customer_email
  );
  return new;
end $$;
create trigger describe_code before insert or update of user_id, customer_email on prepaid_codes
  for each row execute function describe_code();

create function landlord_apart(device devices, payer_id uuid) returns text language sql stable as $$
  select device.landlord_email where not device.landlord_is_owner
    and not exists (select from users where id = payer_id and email = device.landlord_email)
$$;

-- The device is kept from changing hands until the payment is there.
create function describe_transaction() returns trigger language plpgsql as $$
declare
  device devices;
begin
  select * into device from devices where id = new.device_id for share;
  new.owner_id = device.owner_id;
  new.landlord_email = landlord_apart(device, new.payer_id);
  return new;
end $$;
create trigger describe_transaction before insert on transactions
  for each row execute function describe_transaction();

-- Of a transaction nothing changes but who is the landlord of its device, together with the device.
create function refuse_change_of_transaction() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2
    or to_jsonb(new) - 'landlord_email' <> to_jsonb(old) - 'landlord_email'
  then
    raise exception '% is append-only', tg_table_name;
  end if;
  return new;
end $$;
drop trigger append_only on transactions;
create trigger append_only before delete or truncate on transactions
  for each statement execute function refuse_change_of_history();

create function hand_over_transactions() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  update transactions set landlord_email = landlord_apart(new, payer_id)
  where device_id = new.id and landlord_email is distinct from landlord_apart(new, payer_id);
  return null;
end $$;
create trigger hand_over_transactions after update on devices
  for each row when (new.landlord_email <> old.landlord_email)
  execute function hand_over_transactions();

-- Which audiences a row belongs to. Those that one person is part of have no row in common.
create function audiences(device devices) returns text[] language sql immutable as $$
  select case
    when device.deleted_at is not null then '{}'
    when device.is_open then array['devices', 'open devices']
    when device.landlord_is_owner then array['devices', 'devices of ' || device.owner_id]
    else array['devices', 'devices of ' || device.owner_id, 'devices of ' || device.landlord_email]
  end
$$;
create function audiences(code prepaid_codes) returns text[] language sql immutable as $$
  select case
    when code.deleted_at is not null then '{}'
    when code.holder_is_issuer or code.customer_email is null
      then array['codes', 'codes by ' || code.user_id]
    else array['codes', 'codes by ' || code.user_id, 'codes for ' || code.customer_email]
  end
$$;
create function audiences(paid transactions) returns text[] language sql immutable as $$
  select array['transactions', 'transactions by ' || paid.payer_id]
    || case when paid.owner_id <> paid.payer_id then array['transactions at ' || paid.owner_id] end
    || case when paid.landlord_email is not null then array['transactions at ' || paid.landlord_email] end
$$;
create function kind(device devices) returns text language sql immutable as $$
  select device.device_type || ' ' || device.status
$$;
create function kind(code prepaid_codes) returns text language sql immutable as $$
  select case when code.disabled then 'disabled' else 'enabled' end
$$;
create function kind(paid transactions) returns text language sql immutable as $$
  select paid.payment_method
$$;
create function month_of(moment timestamptz) returns date language sql immutable as $$
  select date_trunc('month', moment at time zone 'UTC')::date
$$;

-- How many rows of a kind an audience has in a month (UTC), and at 'infinity' in all months.
create table tallies (
  audience text not null,
  month date not null,
  kind text not null,
  rows bigint not null check (rows >= 0),
  primary key (audience, month, kind)
);
-- What is not yet added to the tallies: written without waiting for anybody else who writes.
create table tally_changes (
  audience text not null,
  month date not null,
  kind text not null,
  change integer not null
);
create index tally_changes_audience on tally_changes (audience);

create function tally() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and audiences(new) = audiences(old) and kind(new) = kind(old) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    insert into tally_changes
      select unnest(audiences(old)), month_of(old.created_at), kind(old), -1;
  end if;
  if tg_op <> 'DELETE' then
    insert into tally_changes
      select unnest(audiences(new)), month_of(new.created_at), kind(new), 1;
  end if;
  return null;
end $$;

-- Adds the changes to the tallies, unless somebody else is doing it.
create function fold_tallies() returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if not pg_try_advisory_xact_lock(7264656) then
    return;
  end if;
  with taken as (delete from tally_changes returning *)
  merge into tallies using (
    select audience, coalesce(month, 'infinity') as month, kind, sum(change) as change from taken
    group by grouping sets ((audience, month, kind), (audience, kind))
    having sum(change) <> 0
  ) as sum
  on tallies.audience = sum.audience and tallies.month = sum.month and tallies.kind = sum.kind
  when matched then update set rows = rows + change
  when not matched then insert values (audience, month, kind, change);
end $$;

-- What the tallies must be.
create view counted_tallies with (security_invoker = true) as
  select audience, coalesce(month, 'infinity') as month, kind, count(*) as rows
  from (
    select unnest(audiences(devices)) as audience, month_of(created_at) as month, kind(devices) as kind
      from devices
    union all select unnest(audiences(prepaid_codes)), month_of(created_at), kind(prepaid_codes)
      from prepaid_codes
    union all select unnest(audiences(transactions)), month_of(created_at), kind(transactions)
      from transactions
  ) as row
  group by grouping sets ((audience, month, kind), (audience, kind));

update devices set is_hosted = is_hosted(devices), landlord_is_owner = exists (
  select from users where id = owner_id and email = landlord_email
);
update prepaid_codes set holder_is_issuer = true
  from users where users.id = user_id and users.email = customer_email;
update transactions set owner_id = devices.owner_id,
    landlord_email = landlord_apart(devices, transactions.payer_id)
  from devices where devices.id = device_id;
alter table transactions alter column owner_id set not null;
insert into tallies select * from counted_tallies;

create trigger refuse_change before update on transactions
  for each row execute function refuse_change_of_transaction();
create trigger tally after insert or update or delete on devices
  for each row execute function tally();
create trigger tally after insert or update or delete on prepaid_codes
  for each row execute function tally();
create trigger tally after insert or update on transactions
  for each row execute function tally();

-- One index an audience and kind, in the order of the lists.
create index devices_kind on devices (device_type, status, created_at desc, id desc)
  where deleted_at is null;
create index devices_open on devices (created_at desc, id desc)
  where is_open and deleted_at is null;
create index devices_open_kind on devices (device_type, created_at desc, id desc)
  where is_open and deleted_at is null;
create index devices_closed_owner on devices (owner_id, created_at desc, id desc)
  where not is_open and deleted_at is null;
create index devices_closed_landlord on devices (landlord_email, created_at desc, id desc)
  where not is_open and not landlord_is_owner and deleted_at is null;
create index devices_closed_owner_kind
  on devices (owner_id, device_type, status, created_at desc, id desc)
  where not is_open and deleted_at is null;
create index devices_closed_landlord_kind
  on devices (landlord_email, device_type, status, created_at desc, id desc)
  where not is_open and not landlord_is_owner and deleted_at is null;
create index devices_text on devices
  using gin (device_number gin_trgm_ops, device_name gin_trgm_ops, label gin_trgm_ops,
    location gin_trgm_ops);

drop index prepaid_codes_issuer, prepaid_codes_holder;
create index prepaid_codes_newest on prepaid_codes (disabled, created_at desc, id desc)
  where deleted_at is null;
create index prepaid_codes_issuer on prepaid_codes (user_id, disabled, created_at desc, id desc)
  where deleted_at is null;
create index prepaid_codes_holder
  on prepaid_codes (customer_email, disabled, created_at desc, id desc)
  where deleted_at is null and not holder_is_issuer;
create index prepaid_codes_text on prepaid_codes using gin (code gin_trgm_ops);

drop index transactions_newest, transactions_payer;
create index transactions_newest on transactions (payment_method, created_at desc, id desc);
create index transactions_payer on transactions (payer_id, payment_method, created_at desc, id desc);
create index transactions_owner on transactions (owner_id, payment_method, created_at desc, id desc)
  where owner_id <> payer_id;
create index transactions_landlord
  on transactions (landlord_email, payment_method, created_at desc, id desc)
  where landlord_email is not null;
create index transactions_text on transactions
  using gin ((id::text) gin_trgm_ops, device_number gin_trgm_ops, customer_name gin_trgm_ops);
