-- What an issuer lets holders put on codes by card. No row: nothing.
create table top_up_settings (
  user_id uuid primary key references users,
  is_on boolean not null,
  -- Dollars: the amounts offered, the largest amount, and the largest resulting balance.
  amounts numeric(12, 2)[] not null check (cardinality(amounts) between 1 and 6 and 0 < all (amounts)),
  amount_max numeric(12, 2) not null check (amount_max >= all (amounts)),
  balance_max numeric(12, 2) not null check (balance_max >= amount_max)
);
create trigger refuse_closed_account before insert on top_up_settings
  for each row execute function refuse_closed_account('user_id');

-- An intention to put money on a code by card, stored first as in card_payments. Its ledger entry has the same id,
-- so there is one at most.
create table top_ups (
  id uuid primary key default gen_random_uuid(),
  prepaid_code_id uuid not null references prepaid_codes,
  payer_id uuid not null references users,
  -- Of the code.
  issuer_id uuid not null references users,
  amount numeric(12, 2) not null check (amount > 0),
  -- Of the payer, for the receipt.
  language text not null default 'en',
  processor_reference text unique,
  processor text check (processor in ('sandbox', 'stripe')),
  processor_account text,
  status text not null default 'pending'
    check (status in ('pending', 'completed', 'failed', 'unmatched')),
  -- Why the code could not take the money, which is then refunded.
  refusal text,
  difference text,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  check (status in ('pending', 'failed') or processor_reference is not null),
  check ((processor is null) = (processor_reference is null)),
  check ((status = 'unmatched') = (difference is not null)),
  check (refusal is null or status = 'completed')
);
create index top_ups_due on top_ups (next_attempt_at) where status = 'pending';
create index top_ups_open on top_ups (created_at) where status in ('pending', 'unmatched');
create index top_ups_code on top_ups (prepaid_code_id, created_at desc, id desc);
create index top_ups_payer on top_ups (payer_id, created_at desc, id desc);
create index top_ups_issuer on top_ups (issuer_id, created_at desc, id desc);

create trigger refuse_invalid_transition before update on top_ups
  for each row execute function refuse_invalid_transition();
create trigger refuse_delete before delete or truncate on top_ups
  for each statement execute function refuse_change_of_history();

-- As refuse_closed_account, for the payer.
create function refuse_top_up_of_closed_account() returns trigger language plpgsql as $$
begin
  if (select closed_at from users where id = new.payer_id for key share) is not null then
    raise exception 'the account is closed'
      using errcode = 'check_violation', constraint = 'account_closed';
  end if;
  return new;
end $$;
create trigger refuse_closed_account before insert on top_ups
  for each row execute function refuse_top_up_of_closed_account();

-- Refunds to the card. An entry with the refund's id takes the money off the code before the processor is asked, so
-- that it cannot be spent; if the processor refuses, the entry reversal_entry_id returns it.
create table top_up_refunds (
  id uuid primary key default gen_random_uuid(),
  top_up_id uuid not null references top_ups,
  reversal_entry_id uuid not null unique default gen_random_uuid(),
  amount numeric(12, 2) not null check (amount > 0),
  reason text not null,
  -- null: automatic, since the code could not take the money.
  actor_id uuid references users,
  status text not null default 'pending'
    check (status in ('pending', 'completed', 'failed', 'unmatched')),
  processor text check (processor in ('sandbox', 'stripe')),
  processor_account text,
  difference text,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  check ((status = 'unmatched') = (difference is not null))
);
create index top_up_refunds_top_up on top_up_refunds (top_up_id, created_at);
create index top_up_refunds_due on top_up_refunds (next_attempt_at) where status = 'pending';
create index top_up_refunds_open on top_up_refunds (created_at) where status in ('pending', 'unmatched');

create trigger refuse_closed_account before insert on top_up_refunds
  for each row when (new.actor_id is not null) execute function refuse_closed_account('actor_id');
create trigger refuse_invalid_transition before update on top_up_refunds
  for each row execute function refuse_invalid_transition();
create trigger refuse_delete before delete or truncate on top_up_refunds
  for each statement execute function refuse_change_of_history();

create function refuse_refund_beyond_top_up() returns trigger language plpgsql as $$
declare
  paid numeric;
  refunded numeric;
begin
  select amount into paid from top_ups
    where id = new.top_up_id and status = 'completed' for update;
  select coalesce(sum(amount), 0) into refunded from top_up_refunds
    where top_up_id = new.top_up_id and status <> 'failed';
  if paid is null or refunded + new.amount > paid then
    raise exception 'refunds of a payment are never more than was paid'
      using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
  return new;
end $$;
create trigger refuse_refund_beyond_top_up before insert on top_up_refunds
  for each row execute function refuse_refund_beyond_top_up();

-- Where the money of a top-up is: on its code, or owed to the payer.
create function top_up_account(top_up top_ups) returns text immutable language sql as $$
  select case when top_up.refusal is null then ledger_account('code', top_up.prepaid_code_id)
    else ledger_account('owed', top_up.payer_id) end
$$;

create function require_top_up_entry() returns trigger language plpgsql as $$
begin
  if not exists (
    select from ledger_entries
    where id = new.id and reason = 'card_top_up' and amount = new.amount
      and credit_account = top_up_account(new)
  ) then
    raise exception 'a completed top-up needs a ledger entry of its amount';
  end if;
  return null;
end $$;
create constraint trigger require_top_up_entry after insert or update on top_ups
  deferrable initially deferred for each row when (new.status = 'completed')
  execute function require_top_up_entry();

create function require_top_up_refund_entry() returns trigger language plpgsql as $$
declare
  account text;
begin
  select top_up_account(top_ups) into account from top_ups where id = new.top_up_id;
  if not exists (
    select from ledger_entries where id = new.id and reason = 'top_up_refund'
      and amount = new.amount and debit_account = account
  ) or (new.status = 'failed') <> exists (
    select from ledger_entries where id = new.reversal_entry_id and reason = 'top_up_refund_failed'
      and amount = new.amount and credit_account = account
  ) then
    raise exception 'a refund needs a ledger entry of its amount';
  end if;
  return null;
end $$;
create constraint trigger require_top_up_refund_entry after insert or update on top_up_refunds
  deferrable initially deferred for each row execute function require_top_up_refund_entry();

-- The entry of a top-up or of its refund has its row at commit.
create function require_top_up() returns trigger language plpgsql as $$
begin
  if new.reason in ('card_top_up', 'top_up_refund', 'top_up_refund_failed') and not exists (
    select from top_ups where new.reason = 'card_top_up' and id = new.id and status = 'completed'
    union all
    select from top_up_refunds where new.reason = 'top_up_refund' and id = new.id
    union all
    select from top_up_refunds
    where new.reason = 'top_up_refund_failed' and reversal_entry_id = new.id and status = 'failed'
  ) then
    raise exception 'an entry of a top-up needs the top-up';
  end if;
  return null;
end $$;
create constraint trigger require_top_up after insert on ledger_entries
  deferrable initially deferred for each row when (new.transaction_id is null)
  execute function require_top_up();

-- Card payments, top-ups and refunds to cards without an outcome.
create view unsettled_cards with (security_invoker = true) as
  select id, 'payment' as kind, status, amount, processor, processor_account, processor_reference,
    difference, created_at
  from card_payments where status in ('pending', 'unmatched')
  union all
  select refund.id, 'refund', refund.status, refund.amount, refund.processor,
    refund.processor_account, paid.processor_reference, refund.difference, refund.created_at
  from refunds as refund join transactions as paid on paid.id = refund.transaction_id
  where refund.status in ('pending', 'unmatched')
  union all
  select id, 'top_up', status, amount, processor, processor_account, processor_reference,
    difference, created_at
  from top_ups where status in ('pending', 'unmatched')
  union all
  select refund.id, 'refund', refund.status, refund.amount, refund.processor,
    refund.processor_account, paid.processor_reference, refund.difference, refund.created_at
  from top_up_refunds as refund join top_ups as paid on paid.id = refund.top_up_id
  where refund.status in ('pending', 'unmatched');
