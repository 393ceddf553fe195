-- An intention to pay by card, stored before the processor is asked, so that a lost answer can be looked up. Its
-- transaction has the same id.
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
  programme text,
  customer_name text not null,
  customer_email text not null,
  -- Of the customer, for the receipt.
  language text not null default 'en',
  -- At a device with a link the card is authorized first, and charged when the machine has started.
  is_hold boolean not null default false,
  -- The processor's id of the charge, valid with the processor and its account that issued it.
  -- null: accounts at Stripe were not recorded at first.
  processor_reference text unique,
  processor text check (processor in ('sandbox', 'stripe')),
  processor_account text,
  status text not null default 'pending' constraint card_payments_status_check
    check (status in ('pending', 'completed', 'failed', 'refunded', 'unmatched')),
  -- Why the machine does not start, as told to the payer. From then on the hold is only voided.
  refusal text,
  -- How the processor's charge differs from the request.
  difference text,
  -- Lookups at the processor so far, and the time of the next one.
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  check (status in ('pending', 'failed') or processor_reference is not null),
  check ((processor is null) = (processor_reference is null)),
  check ((status = 'unmatched') = (difference is not null))
);
create index card_payments_due on card_payments (next_attempt_at) where status = 'pending';
create index card_payments_open on card_payments (created_at)
  where status in ('pending', 'unmatched');
-- Where the address of a closed account may be.
create index card_payments_payer on card_payments (payer_id);
create index card_payments_customer on card_payments (customer_email);
create index card_payments_paid_to on card_payments (paid_to);

create function derive_card_payment_columns() returns trigger language plpgsql as $$
declare
  device devices := lock_payment_parties(new.payer_id, new.device_id, false);
begin
  new.device_label = device.label;
  new.location = device.location;
  new.paid_to = payee_email(device);
  return new;
end $$;
create trigger derive_card_payment_columns before insert on card_payments
  for each row execute function derive_card_payment_columns();

-- For card payments, top-ups and refunds: status moves forward only, references and times stay. A charge that
-- differs from the request stays unmatched and is never a payment. The bank can return a completed refund: it has then
-- failed, and its payment is no longer refunded.
create function refuse_invalid_transition() returns trigger language plpgsql as $$
declare
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
  processor_columns text[] := array['processor', 'processor_account', 'processor_reference'];
  moving text[] := processor_columns || array['status', 'difference', 'attempts', 'next_attempt_at', 'refusal', 'completed_at'];
begin
  if tg_table_name = 'card_payments'
    and is_anonymization(before, after, array['customer_name', 'customer_email', 'paid_to'])
  then
    return new;
  end if;
  if before - moving <> after - moving
    or (before ->> 'processor' is not null and exists (
      select from unnest(processor_columns) as name where before -> name is distinct from after -> name))
    or (before ->> 'refusal' is not null and before ->> 'refusal' is distinct from after ->> 'refusal')
    or (before ->> 'completed_at' is not null and before -> 'completed_at' <> after -> 'completed_at')
    or ((old.status, new.status) not in (('pending', 'pending'), ('pending', 'completed'),
      ('pending', 'failed'), ('pending', 'unmatched'), ('completed', 'refunded'))
      and (tg_table_name, old.status, new.status) not in (('refunds', 'completed', 'failed'),
        ('top_up_refunds', 'completed', 'failed'), ('card_payments', 'refunded', 'completed')))
    or (old.status = 'refunded' and new.status = 'completed' and not exists (
      select from refunds
      where transaction_id = new.id and status = 'failed' and completed_at is not null))
  then
    raise exception '% only go on from one status to the next', tg_table_name;
  end if;
  return new;
end $$;
create trigger refuse_invalid_transition before update on card_payments
  for each row execute function refuse_invalid_transition();
create trigger refuse_delete before delete or truncate on card_payments
  for each statement execute function refuse_change_of_history();

-- A completed card payment has its transaction at commit.
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
