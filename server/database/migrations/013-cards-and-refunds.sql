-- A code may end at a moment; what is left on it then goes back to its issuer.
alter table prepaid_codes add column expires_at timestamptz;
create index prepaid_codes_expiry on prepaid_codes (expires_at)
  where remaining_balance > 0 and deleted_at is null;

-- An intention to pay by card. The processor is asked only after this row is kept, so that whatever
-- happens in between, somebody knows what to ask it for. Its transaction, once paid, has the same id.
create table card_payments (
  id uuid primary key default gen_random_uuid(),
  device_id uuid not null references devices,
  payer_id uuid not null references users,
  device_number text not null,
  amount numeric(12, 2) not null check (amount >= 0),
  duration_minutes integer not null check (duration_minutes > 0),
  customer_name text not null,
  customer_email text not null,
  -- Of the customer, for the receipt.
  language text not null default 'en',
  -- The card processor's own id of the charge.
  processor_reference text unique,
  status text not null default 'pending'
    check (status in ('pending', 'completed', 'failed', 'refunded')),
  created_at timestamptz not null default now(),
  check (status in ('pending', 'failed') or processor_reference is not null)
);
create index card_payments_pending on card_payments (created_at) where status = 'pending';

-- Money that goes back to where a payment came from.
create table refunds (
  id uuid primary key default gen_random_uuid(),
  transaction_id uuid not null references transactions,
  amount numeric(12, 2) not null check (amount > 0),
  reason text not null,
  actor_id uuid not null references users,
  status text not null default 'pending' check (status in ('pending', 'completed', 'failed')),
  created_at timestamptz not null default now()
);
create index refunds_transaction on refunds (transaction_id, created_at);
create index refunds_pending on refunds (created_at) where status = 'pending';

create function refuse_other_changes() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - array['status', 'processor_reference']
    <> to_jsonb(old) - array['status', 'processor_reference']
    or (old.status, new.status) not in (('pending', 'pending'), ('pending', 'completed'),
      ('pending', 'failed'), ('completed', 'refunded'))
  then
    raise exception '% only go on from one status to the next', tg_table_name;
  end if;
  return new;
end $$;
create trigger refuse_other_changes before update on card_payments
  for each row execute function refuse_other_changes();
create trigger refuse_other_changes before update on refunds
  for each row execute function refuse_other_changes();
create trigger keep before delete or truncate on card_payments
  for each statement execute function refuse_change_of_history();
create trigger keep before delete or truncate on refunds
  for each statement execute function refuse_change_of_history();

-- The payment's row is locked, as only the owner of the tables may, so refunds come one by one.
create function refuse_refund_beyond_payment() returns trigger language plpgsql
  security definer set search_path = public as $$
declare
  paid numeric;
  refunded numeric;
begin
  select amount into paid from transactions where id = new.transaction_id for update;
  select coalesce(sum(amount), 0) into refunded from refunds
    where transaction_id = new.transaction_id and status <> 'failed';
  if refunded + new.amount > paid then
    raise exception 'refunds of a payment are never more than was paid'
      using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
  return new;
end $$;
create trigger refuse_refund_beyond_payment before insert on refunds
  for each row execute function refuse_refund_beyond_payment();

alter table ledger_entries
  -- What somebody wrote to explain an adjustment.
  add column note text,
  add column refund_id uuid unique references refunds,
  drop constraint ledger_entries_accounts,
  add constraint ledger_entries_accounts check (coalesce(case reason
    when 'issue' then debit_account like 'sold:%' and credit_account = 'code:' || prepaid_code_id
      and transaction_id is null
    when 'top_up' then debit_account like 'sold:%' and credit_account = 'code:' || prepaid_code_id
      and transaction_id is null
    when 'redemption' then debit_account = 'code:' || prepaid_code_id
      and credit_account like 'takings:%' and transaction_id is not null
    when 'card_payment' then debit_account = 'card' and credit_account like 'takings:%'
      and transaction_id is not null and prepaid_code_id is null
    when 'refund' then debit_account like 'takings:%'
      and credit_account = coalesce('code:' || prepaid_code_id, 'card')
      and transaction_id is not null
    when 'adjustment' then transaction_id is null and note is not null and (
      (debit_account like 'corrections:%' and credit_account = 'code:' || prepaid_code_id)
      or (debit_account = 'code:' || prepaid_code_id and credit_account like 'corrections:%'))
    when 'expiry' then transaction_id is null and (
      (debit_account = 'code:' || prepaid_code_id and credit_account like 'expired:%')
      or (debit_account like 'expired:%' and credit_account = 'code:' || prepaid_code_id))
  end, false)),
  add constraint ledger_entries_refund check ((reason = 'refund') = (refund_id is not null)),
  add constraint ledger_entries_note check ((reason = 'adjustment') = (note is not null));

drop view code_movements;
-- What an entry does to the code that it names.
create view code_movements with (security_invoker = true) as
  select id, prepaid_code_id, transaction_id, reason, note, refund_id, actor_id, created_at,
    case when credit_account = 'code:' || prepaid_code_id then amount else -amount end as amount
  from ledger_entries where prepaid_code_id is not null;

-- Put on a code in all: what was issued, topped up and added by adjustments.
create or replace function apply_ledger_entry() returns trigger language plpgsql as $$
begin
  update prepaid_codes set
    balance = balance + case
      when new.reason in ('issue', 'top_up') then new.amount
      when new.reason = 'adjustment' and new.credit_account = 'code:' || id then new.amount
      else 0 end,
    remaining_balance = remaining_balance
      + case when new.credit_account = 'code:' || id then new.amount else -new.amount end
  where id = new.prepaid_code_id;
  return null;
end $$;

-- A refund that says it is completed has moved its amount back along the way of its payment.
create function require_refund_entry() returns trigger language plpgsql as $$
begin
  if not exists (
    select from ledger_entries entry join transactions paid on paid.id = entry.transaction_id
    where entry.refund_id = new.id and entry.transaction_id = new.transaction_id
      and entry.amount = new.amount
      and entry.debit_account = 'takings:' || paid.device_id
      and entry.prepaid_code_id is not distinct from paid.prepaid_code_id
  ) then
    raise exception 'a refund needs a ledger entry of its amount';
  end if;
  return null;
end $$;
create constraint trigger require_refund_entry after insert or update on refunds
  deferrable initially deferred for each row when (new.status = 'completed')
  execute function require_refund_entry();

-- A refund's entry belongs to a refund that is completed when the work is done.
create function require_refund() returns trigger language plpgsql as $$
begin
  if not exists (select from refunds where id = new.refund_id and status = 'completed') then
    raise exception 'an entry of a refund needs a completed refund';
  end if;
  return null;
end $$;
create constraint trigger require_refund after insert on ledger_entries
  deferrable initially deferred for each row when (new.reason = 'refund')
  execute function require_refund();

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

-- What came in and what was given back, each on its day.
create view takings with (security_invoker = true) as
  select device_id, payer_id, created_at, amount, 1 as cycles from transactions
  union all
  select paid.device_id, paid.payer_id, refunds.created_at, -refunds.amount, 0
  from refunds join transactions paid on paid.id = refunds.transaction_id
  where refunds.status = 'completed';
