create function ledger_account(type text, owner uuid) returns text immutable
  return type || ':' || owner::text;

-- UUID version 7, whose first 48 bits are milliseconds: new rows share pages of an index. PostgreSQL 18 has its own.
create function time_ordered_uuid() returns uuid return encode(
  set_bit(set_bit(
    overlay(uuid_send(gen_random_uuid())
      placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
    52, 1), 53, 1),
  'hex')::uuid;

-- Each row moves an amount from one ledger account to another, so entries sum to zero. Accounts: code:…, sold:…
-- (issuer), revenue:… (device), owed:… (payer), card (processor), corrections:…, expired:….
create table ledger_entries (
  id uuid primary key default time_ordered_uuid(),
  reason text not null,
  amount numeric(12, 2) not null,
  debit_account text not null,
  credit_account text not null,
  prepaid_code_id uuid references prepaid_codes,
  -- The entry's number on its code, in the order in which entries locked the code, and the balance after it.
  -- created_at cannot order entries: it is the start of their transaction.
  code_entry integer,
  balance_after numeric(12, 2),
  transaction_id uuid references transactions,
  refund_id uuid unique references refunds,
  -- Explains an adjustment.
  note text,
  -- null: automatic.
  actor_id uuid references users,
  created_at timestamptz not null default now()
);
-- Names its schema because a restored dump has no search path.
create function check_ledger_entry(entry ledger_entries) returns boolean language plpgsql immutable as $$
begin
  return (entry.amount >= 0 or public.refuse_row('ledger_entries', 'ledger_entries_amount_check'))
    -- The accounts that each reason moves money between. One of them is the entry's code, else the card processor.
    and (
      entry.reason || ': ' || split_part(entry.debit_account, ':', 1) || ' to '
        || split_part(entry.credit_account, ':', 1) in (
        'issue: sold to code',
        'top_up: sold to code',
        'redemption: code to revenue',
        'card_payment: card to revenue',
        'card_top_up: card to code',
        'card_top_up: card to owed',
        'top_up_refund: code to card',
        'top_up_refund: owed to card',
        'top_up_refund_failed: card to code',
        'top_up_refund_failed: card to owed',
        'refund: revenue to code',
        'refund: revenue to card',
        'refund_failed: card to revenue',
        'adjustment: corrections to code',
        'adjustment: code to corrections',
        'expiry: code to expired',
        'expiry: expired to code'
      )
      and coalesce(public.ledger_account('code', entry.prepaid_code_id), 'card')
        in (entry.debit_account, entry.credit_account)
      and (entry.transaction_id is not null) = (entry.reason in ('redemption', 'card_payment', 'refund', 'refund_failed'))
      or public.refuse_row('ledger_entries', 'ledger_entries_accounts'))
    and ((entry.prepaid_code_id is null) = (entry.code_entry is null)
      and (entry.code_entry is null) = (entry.balance_after is null) and coalesce(entry.balance_after >= 0, true)
      or public.refuse_row('ledger_entries', 'ledger_entries_order'))
    and ((entry.reason = 'refund') = (entry.refund_id is not null)
      or public.refuse_row('ledger_entries', 'ledger_entries_refund'))
    and ((entry.reason = 'adjustment') = (entry.note is not null)
      or public.refuse_row('ledger_entries', 'ledger_entries_note'))
    and (entry.actor_id is not null or entry.reason in ('refund', 'refund_failed', 'top_up_refund', 'top_up_refund_failed')
      or public.refuse_row('ledger_entries', 'ledger_entries_actor'));
end $$;
alter table ledger_entries add constraint ledger_entries_valid check (check_ledger_entry(ledger_entries));
create unique index ledger_entries_code on ledger_entries (prepaid_code_id, code_entry);
create unique index ledger_entries_payment on ledger_entries (transaction_id)
  where reason in ('redemption', 'card_payment');
-- Few: the revenue of some days has those of these days.
create index ledger_entries_refund_failed on ledger_entries (created_at, id)
  where reason = 'refund_failed';
-- Finds expiries under a clock that was ahead.
create index ledger_entries_expiry on ledger_entries (created_at) where reason = 'expiry';
create trigger append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change_of_history();

-- The only writer of balances. `balance` is the sum of issues, top-ups and positive adjustments.
create function apply_ledger_entry() returns trigger language plpgsql as $$
begin
  update prepaid_codes set
    entry_count = entry_count + 1,
    balance = balance + case
      when new.reason in ('issue', 'top_up', 'card_top_up') then new.amount
      when new.reason = 'adjustment' and new.credit_account = ledger_account('code', id) then new.amount
      else 0 end,
    remaining_balance = remaining_balance
      + case when new.credit_account = ledger_account('code', id) then new.amount else -new.amount end,
    has_remaining_balance = remaining_balance
      + case when new.credit_account = ledger_account('code', id) then new.amount else -new.amount end > 0
  where id = new.prepaid_code_id
  returning entry_count, remaining_balance into new.code_entry, new.balance_after;
  return new;
end $$;
create trigger apply_ledger_entry before insert on ledger_entries
  for each row when (new.prepaid_code_id is not null) execute function apply_ledger_entry();

-- The effect of an entry on its code.
create view code_movements with (security_invoker = true) as
  select id, prepaid_code_id, transaction_id, reason, note, refund_id, actor_id, created_at,
    case when credit_account = ledger_account('code', prepaid_code_id) then amount else -amount end as amount,
    code_entry, balance_after
  from ledger_entries where prepaid_code_id is not null;

-- A payment has an entry that matches it at commit.
create function require_ledger_entry() returns trigger language plpgsql as $$
begin
  if not exists (
    select from ledger_entries
    where transaction_id = new.id and amount = new.amount and created_at = new.created_at
      and credit_account = ledger_account('revenue', new.device_id)
      and prepaid_code_id is not distinct from new.prepaid_code_id
      and reason in ('redemption', 'card_payment')
  ) then
    raise exception 'a payment needs a ledger entry of its amount';
  end if;
  return null;
end $$;
create constraint trigger require_ledger_entry after insert on transactions
  deferrable initially deferred for each row execute function require_ledger_entry();

-- A completed refund has moved its amount back the way its payment came. If it failed since, the entry with its id
-- has reversed that.
create function require_refund_entry() returns trigger language plpgsql as $$
begin
  if not exists (
    select from ledger_entries entry join transactions paid on paid.id = entry.transaction_id
      left join ledger_entries reversal on reversal.id = new.id
    where entry.refund_id = new.id and entry.transaction_id = new.transaction_id
      and entry.amount = new.amount
      and entry.debit_account = ledger_account('revenue', paid.device_id)
      and entry.prepaid_code_id is not distinct from paid.prepaid_code_id
      and case new.status when 'completed' then reversal.id is null else
        (reversal.reason, reversal.transaction_id, reversal.amount, reversal.credit_account)
          = ('refund_failed', paid.id, entry.amount, entry.debit_account) end
  ) then
    raise exception 'a refund needs a ledger entry of its amount';
  end if;
  return null;
end $$;
create constraint trigger require_refund_entry after insert or update on refunds
  deferrable initially deferred for each row when (new.completed_at is not null)
  execute function require_refund_entry();

-- The entry of a refund has a completed refund at commit, and its reversal one that failed since.
create function require_refund() returns trigger language plpgsql as $$
begin
  if not exists (
    select from refunds where id = coalesce(new.refund_id, new.id) and completed_at is not null
      and status = case new.reason when 'refund' then 'completed' else 'failed' end
  ) then
    raise exception 'an entry of a refund needs a completed refund';
  end if;
  return null;
end $$;
create constraint trigger require_refund after insert on ledger_entries
  deferrable initially deferred for each row when (new.reason in ('refund', 'refund_failed'))
  execute function require_refund();
