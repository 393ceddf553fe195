-- Money returned to the code or card of a payment.
create table refunds (
  id uuid primary key default gen_random_uuid(),
  transaction_id uuid not null references transactions,
  amount numeric(12, 2) not null check (amount > 0),
  reason text not null,
  -- null: automatic.
  actor_id uuid references users,
  -- The owner of the device, and the payee if another account, as of the payment. Lets an index find the revenue of
  -- an account. Not foreign keys, so that a refund locks no account: those of its payment are enough.
  owner_id uuid not null,
  payee_id uuid,
  status text not null default 'pending'
    check (status in ('pending', 'completed', 'failed', 'unmatched')),
  -- As in card_payments.
  processor text check (processor in ('sandbox', 'stripe')),
  processor_account text,
  difference text,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  check ((status = 'unmatched') = (difference is not null)),
  -- A refund that the bank returned has completed, and has failed since.
  constraint refunds_completed check (
    case status when 'completed' then completed_at is not null when 'failed' then true
      else completed_at is null end
  )
);
create index refunds_transaction on refunds (transaction_id, created_at);
create index refunds_due on refunds (next_attempt_at) where status = 'pending';
create index refunds_open on refunds (created_at) where status in ('pending', 'unmatched');
create index refunds_owner on refunds (owner_id, completed_at, id)
  where completed_at is not null;
create index refunds_payee on refunds (payee_id, completed_at, id)
  where payee_id is not null and completed_at is not null;
create index refunds_completed_newest on refunds (completed_at, id)
  where completed_at is not null;

create trigger refuse_closed_account before insert on refunds
  for each row execute function refuse_closed_account('actor_id');
create trigger refuse_invalid_transition before update on refunds
  for each row execute function refuse_invalid_transition();
create trigger refuse_delete before delete or truncate on refunds
  for each statement execute function refuse_change_of_history();

create function payees_of_refund(refund refunds, out owner_id uuid, out payee_id uuid) language sql stable as $$
  select paid.owner_id, payee.id
  from transactions as paid
    left join users as payee on payee.email = paid.paid_to and payee.id <> paid.owner_id
  where paid.id = refund.transaction_id
$$;

create function derive_refund_payees() returns trigger language plpgsql as $$
begin
  select * into new.owner_id, new.payee_id from payees_of_refund(new);
  return new;
end $$;
create trigger derive_refund_payees before insert on refunds
  for each row execute function derive_refund_payees();

-- The time of the ledger entry that moved the money.
create function derive_completed_at() returns trigger language plpgsql as $$
begin
  new.completed_at = case tg_op when 'INSERT' then new.created_at else now() end;
  return new;
end $$;
create trigger derive_completed_at before insert or update on refunds
  for each row when (new.status = 'completed' and new.completed_at is null)
  execute function derive_completed_at();

-- Locks the payment, as only the owner of the tables can, so that refunds of a payment follow one another.
-- pg_temp comes last, or a temporary table of the server's user would shadow a real one.
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
