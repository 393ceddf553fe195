-- Nobody acts in another's name: a device that names somebody else as its landlord is closed to the
-- public until they accept it (docs/decisions/0035).
alter table devices add column landlord_accepted_at timestamptz;
-- What is in use today goes on where the account of the landlord is verified.
update devices set landlord_accepted_at = now() from users
  where users.email = landlord_email and users.email_verified and not landlord_is_owner;
alter table devices add column landlord_accepted boolean not null
  generated always as (landlord_is_owner or landlord_accepted_at is not null) stored;

create or replace function is_hosted(device devices) returns boolean language sql stable as $$
  select device.landlord_accepted_at is not null or (
    device.landlord_is_owner and exists (
      select from users as host
      where host.id = device.owner_id
        and (host.user_type = 'landlord' or 'admin' = any (host.roles))
    )
  )
$$;

-- The owner is kept from changing until the device is there. Who was accepted is nobody else.
create or replace function describe_device() returns trigger language plpgsql as $$
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
drop trigger describe_device on devices;
create trigger describe_device
  before insert or update of owner_id, landlord_email, landlord_accepted_at on devices
  for each row execute function describe_device();

create or replace function host_devices() returns trigger language plpgsql as $$
begin
  update devices set is_hosted = is_hosted(devices)
  where owner_id = new.id and landlord_is_owner and is_hosted <> is_hosted(devices);
  return null;
end $$;
drop trigger host_devices on users;
create trigger host_devices after update of user_type, roles on users
  for each row when (new.user_type <> old.user_type or new.roles <> old.roles)
  execute function host_devices();

update devices set is_hosted = is_hosted(devices) where is_hosted <> is_hosted(devices);
create index devices_to_accept on devices (landlord_email, created_at desc, id desc)
  where not landlord_accepted and deleted_at is null;

-- When the last mail asked somebody to accept a device.
alter table users add column asked_to_accept_at timestamptz;

-- A payment keeps whom it was paid to, and what the device was called and where it stood.
create function paid_to(device devices) returns text language sql stable as $$
  select case when device.landlord_accepted then device.landlord_email else (
    select email from users where id = device.owner_id
  ) end
$$;
alter table transactions
  add column device_label text, add column location text, add column paid_to text;
alter table card_payments
  add column device_label text, add column location text, add column paid_to text;
alter table transactions disable trigger refuse_change;
alter table card_payments disable trigger user;
-- What their receipts have said until now. An address that nobody has verified never had a right.
update transactions set device_label = devices.label, location = devices.location,
    paid_to = devices.landlord_email,
    landlord_email = (
      select email from users where email = transactions.landlord_email and email_verified
    )
  from devices where devices.id = device_id;
update card_payments set device_label = devices.label, location = devices.location,
    paid_to = devices.landlord_email
  from devices where devices.id = device_id;
alter table transactions
  alter column device_label set not null,
  alter column location set not null,
  alter column paid_to set not null;
alter table card_payments
  alter column device_label set not null,
  alter column location set not null,
  alter column paid_to set not null;
alter table card_payments enable trigger user;

-- Of a payment by card they are those of the moment in which it was begun.
create or replace function describe_transaction() returns trigger language plpgsql as $$
declare
  device devices;
begin
  select * into device from devices where id = new.device_id;
  new.owner_id = device.owner_id;
  new.device_label = coalesce(new.device_label, device.label);
  new.location = coalesce(new.location, device.location);
  new.paid_to = coalesce(new.paid_to, paid_to(device));
  if not exists (
    select from users where id in (new.owner_id, new.payer_id) and email = new.paid_to
  ) then
    new.landlord_email = new.paid_to;
  end if;
  return new;
end $$;
create function describe_card_payment() returns trigger language plpgsql as $$
declare
  device devices;
begin
  select * into device from devices where id = new.device_id;
  new.device_label = device.label;
  new.location = device.location;
  new.paid_to = paid_to(device);
  return new;
end $$;
create trigger describe_card_payment before insert on card_payments
  for each row execute function describe_card_payment();

drop trigger hand_over_transactions on devices;
drop function hand_over_transactions;
drop trigger refuse_change on transactions;
drop function refuse_change_of_transaction;
drop function landlord_apart;
drop trigger append_only on transactions;
create trigger append_only before update or delete or truncate on transactions
  for each statement execute function refuse_change_of_history();
drop trigger tally on transactions;
create trigger tally after insert on transactions for each row execute function tally();

drop view takings;
create view takings with (security_invoker = true) as
  select device_id, payer_id, owner_id, landlord_email, paid_to, created_at, amount, 1 as cycles
  from transactions
  union all
  select paid.device_id, paid.payer_id, paid.owner_id, paid.landlord_email, paid.paid_to,
    refunds.created_at, -refunds.amount, 0
  from refunds join transactions paid on paid.id = refunds.transaction_id
  where refunds.status = 'completed';
