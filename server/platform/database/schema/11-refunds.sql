-- Money that goes back to where a payment came from.
create table refunds (
  id uuid primary key default gen_random_uuid(),
  transaction_id uuid not null references transactions,
  amount numeric(12, 2) not null check (amount > 0),
  reason text not null,
  actor_id uuid not null references users,
  status text not null default 'pending'
    check (status in ('pending', 'completed', 'failed', 'unmatched')),
  -- As in card_payments.
  processor text check (processor in ('sandbox', 'stripe')),
  processor_account text,
  difference text,
  asks integer not null default 0,
  next_ask_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  check ((status = 'unmatched') = (difference is not null))
);
create index refunds_transaction on refunds (transaction_id, created_at);
create index refunds_due on refunds (next_ask_at) where status = 'pending';
create index refunds_open on refunds (created_at) where status in ('pending', 'unmatched');

create trigger refuse_closed_account before insert on refunds
  for each row execute function refuse_closed_account('actor_id');
create trigger refuse_other_changes before update on refunds
  for each row execute function refuse_other_changes();
create trigger keep before delete or truncate on refunds
  for each statement execute function refuse_change_of_history();

-- The payment's row is locked, as only the owner of the tables may, so refunds come one by one. Without
-- pg_temp at the end a temporary table of the server's user would stand in for a real one.
create function refuse_refund_beyond_payment() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
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

-- What came in and what was given back, each on its day.
create view revenue with (security_invoker = true) as
  select device_id, payer_id, owner_id, landlord_email, paid_to, created_at, amount, 1 as cycles
  from transactions
  union all
  select paid.device_id, paid.payer_id, paid.owner_id, paid.landlord_email, paid.paid_to,
    refunds.created_at, -refunds.amount, 0
  from refunds join transactions paid on paid.id = refunds.transaction_id
  where refunds.status = 'completed';

-- Card payments and refunds to cards that have not come to an end.
create view open_cards with (security_invoker = true) as
  select id, 'payment' as kind, status, amount, processor, processor_account, processor_reference,
    difference, created_at
  from card_payments where status in ('pending', 'unmatched')
  union all
  select refund.id, 'refund', refund.status, refund.amount, refund.processor,
    refund.processor_account, paid.processor_reference, refund.difference, refund.created_at
  from refunds as refund join transactions as paid on paid.id = refund.transaction_id
  where refund.status in ('pending', 'unmatched');
