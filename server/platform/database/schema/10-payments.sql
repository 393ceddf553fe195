create table transactions (
  id uuid primary key default gen_random_uuid(),
  device_id uuid not null references devices,
  payer_id uuid not null references users,
  prepaid_code_id uuid references prepaid_codes,
  -- What follows is of the moment of the payment; one by card, of the moment in which it was begun.
  owner_id uuid not null references users,
  device_number text not null,
  device_label text not null,
  location text not null,
  paid_to text not null,
  -- Whom it was paid to, where that is neither the owner of the device nor the payer.
  landlord_email text,
  amount numeric(12, 2) not null check (amount >= 0),
  duration_minutes integer not null check (duration_minutes > 0),
  payment_method text not null check (payment_method in ('credit_card', 'prepaid_code')),
  customer_name text,
  customer_email text,
  -- The card processor's own id of the charge.
  processor_reference text unique,
  created_at timestamptz not null default now(),
  search_text text not null generated always as (search_form(
    device_number || chr(31) || coalesce(customer_name, '')
  )) stored,
  check ((payment_method = 'prepaid_code') = (prepaid_code_id is not null)),
  check ((payment_method = 'credit_card') = (processor_reference is not null))
);
create index transactions_device on transactions (device_id, created_at desc);
create index transactions_customer on transactions (customer_email) where customer_email is not null;
-- One for each audience (17-lists.sql) and facet, in the order of the lists.
create index transactions_newest on transactions (payment_method, created_at desc, id desc);
create index transactions_payer on transactions (payer_id, payment_method, created_at desc, id desc);
create index transactions_owner on transactions (owner_id, payment_method, created_at desc, id desc)
  where owner_id <> payer_id;
create index transactions_landlord
  on transactions (landlord_email, payment_method, created_at desc, id desc)
  where landlord_email is not null;
create index transactions_text on transactions
  using gin ((id::text) gin_trgm_ops, search_text gin_trgm_ops);

create trigger append_only before delete or truncate on transactions
  for each statement execute function refuse_change_of_history();
create trigger append_only_rows before update on transactions for each row
  execute function refuse_other_than_forgetting(
    'customer_name', 'customer_email', 'landlord_email', 'paid_to');

-- A payment shares the accounts of its payer and of the device's owner, and then the device, which its
-- foreign keys do anyway: nothing that it writes down is of a moment before one of them was closed. What
-- a card has paid already is written down whatever became of the account.
create function share_payment(payer uuid, paid_device uuid, is_begun boolean) returns devices
  language plpgsql as $$
declare
  person record;
  device devices;
begin
  for person in
    select id, closed_at from users
    where id = any (array[payer, (select owner_id from devices where id = paid_device)])
    order by id for key share
  loop
    if person.closed_at is not null and not is_begun then
      raise exception 'an account is closed' using errcode = 'check_violation',
        constraint = case person.id when payer then 'account_closed' else 'device_of_closed_account' end;
    end if;
  end loop;
  select * into device from devices where id = paid_device for key share;
  return device;
end $$;

create function describe_transaction() returns trigger language plpgsql as $$
declare
  device devices := share_payment(new.payer_id, new.device_id, new.payment_method = 'credit_card');
begin
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
create trigger describe_transaction before insert on transactions
  for each row execute function describe_transaction();

-- An intention to pay by card. The processor is asked only after this row is kept, so that whatever
-- happens in between, somebody knows what to ask it for. Its transaction, once paid, has the same id.
create table card_payments (
  id uuid primary key default gen_random_uuid(),
  device_id uuid not null references devices,
  payer_id uuid not null references users,
  device_number text not null,
  device_label text not null,
  location text not null,
  paid_to text not null,
  amount numeric(12, 2) not null check (amount >= 0),
  duration_minutes integer not null check (duration_minutes > 0),
  customer_name text not null,
  customer_email text not null,
  -- Of the customer, for the receipt.
  language text not null default 'en',
  -- The card processor's own id of the charge, which means something to the processor, and the account
  -- there, that gave it. null: Stripe's accounts were not kept at first.
  processor_reference text unique,
  processor text check (processor in ('sandbox', 'stripe')),
  processor_account text,
  status text not null default 'pending' constraint card_payments_status_check
    check (status in ('pending', 'completed', 'failed', 'refunded', 'unmatched')),
  -- What the processor took otherwise than it was asked to.
  difference text,
  -- So often, and not before this moment, the processor is asked by us.
  asks integer not null default 0,
  next_ask_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  check (status in ('pending', 'failed') or processor_reference is not null),
  check ((processor is null) = (processor_reference is null)),
  check ((status = 'unmatched') = (difference is not null))
);
create index card_payments_due on card_payments (next_ask_at) where status = 'pending';
create index card_payments_open on card_payments (created_at)
  where status in ('pending', 'unmatched');
-- Where the address of an account may stand that is closed.
create index card_payments_payer on card_payments (payer_id);
create index card_payments_customer on card_payments (customer_email);
create index card_payments_paid_to on card_payments (paid_to);

create function describe_card_payment() returns trigger language plpgsql as $$
declare
  device devices := share_payment(new.payer_id, new.device_id, false);
begin
  new.device_label = device.label;
  new.location = device.location;
  new.paid_to = paid_to(device);
  return new;
end $$;
create trigger describe_card_payment before insert on card_payments
  for each row execute function describe_card_payment();

-- Of card payments and refunds. What the processor took, or gave back, otherwise than it was asked to, is
-- unmatched for good: nobody's payment. And whose a reference is never changes.
create function refuse_other_changes() returns trigger language plpgsql as $$
declare
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
  whose text[] := array['processor', 'processor_account', 'processor_reference'];
  moving text[] := whose || array['status', 'difference', 'asks', 'next_ask_at'];
begin
  if tg_table_name = 'card_payments'
    and is_forgetting(before, after, array['customer_name', 'customer_email', 'paid_to'])
  then
    return new;
  end if;
  if before - moving <> after - moving
    or (before ->> 'processor' is not null and exists (
      select from unnest(whose) as name where before -> name is distinct from after -> name))
    or (old.status, new.status) not in (('pending', 'pending'), ('pending', 'completed'),
      ('pending', 'failed'), ('pending', 'unmatched'), ('completed', 'refunded'))
  then
    raise exception '% only go on from one status to the next', tg_table_name;
  end if;
  return new;
end $$;
create trigger refuse_other_changes before update on card_payments
  for each row execute function refuse_other_changes();
create trigger keep before delete or truncate on card_payments
  for each statement execute function refuse_change_of_history();

-- A card payment is completed together with its transaction.
create function require_transaction() returns trigger language plpgsql as $$
begin
  if not exists (
    select from transactions
    where id = new.id and amount = new.amount and payer_id = new.payer_id
      and device_id = new.device_id and processor_reference = new.processor_reference
  ) then
    raise exception 'a completed card payment needs its transaction';
  end if;
  return null;
end $$;
create constraint trigger require_transaction after insert or update on card_payments
  deferrable initially deferred for each row when (new.status in ('completed', 'refunded'))
  execute function require_transaction();
