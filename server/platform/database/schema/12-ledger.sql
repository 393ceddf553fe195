create function ledger_account(type text, owner uuid) returns text immutable
  return type || ':' || owner::text;

-- Every movement of money is one row that takes an amount from one account and gives it to another, so
-- the books balance by their form. Accounts are names: what a code holds (code:…), what its issuer took
-- for codes (sold:…), what a device earned (revenue:…), what the card processor holds (card), what was
-- corrected (corrections:…), what was left on codes that ended (expired:…).
create table ledger_entries (
  id uuid primary key default gen_random_uuid(),
  reason text not null,
  amount numeric(12, 2) not null check (amount >= 0),
  debit_account text not null,
  credit_account text not null,
  prepaid_code_id uuid references prepaid_codes,
  -- The history of a code is in the order in which its entries changed it, as the code was locked, each
  -- with what was left then. The time of an entry is that of the beginning of its transaction.
  code_entry integer,
  balance_after numeric(12, 2),
  transaction_id uuid references transactions,
  refund_id uuid unique references refunds,
  -- What somebody wrote to explain an adjustment.
  note text,
  actor_id uuid not null references users,
  created_at timestamptz not null default now(),
  -- What each reason moves from where to where. Either end is the code that the entry names, or the card
  -- processor.
  constraint ledger_entries_accounts check (
    reason || ': ' || split_part(debit_account, ':', 1) || ' to ' || split_part(credit_account, ':', 1) in (
      'issue: sold to code',
      'top_up: sold to code',
      'redemption: code to revenue',
      'card_payment: card to revenue',
      'refund: revenue to code',
      'refund: revenue to card',
      'adjustment: corrections to code',
      'adjustment: code to corrections',
      'expiry: code to expired',
      'expiry: expired to code'
    )
    and coalesce(ledger_account('code', prepaid_code_id), 'card') in (debit_account, credit_account)
    and (transaction_id is not null) = (reason in ('redemption', 'card_payment', 'refund'))
  ),
  constraint ledger_entries_order check (
    (prepaid_code_id is null) = (code_entry is null) and (code_entry is null) = (balance_after is null)
    and balance_after >= 0
  ),
  constraint ledger_entries_refund check ((reason = 'refund') = (refund_id is not null)),
  constraint ledger_entries_note check ((reason = 'adjustment') = (note is not null))
);
create unique index ledger_entries_of_code on ledger_entries (prepaid_code_id, code_entry);
create unique index ledger_entries_payment on ledger_entries (transaction_id)
  where reason in ('redemption', 'card_payment');
-- What the end of codes took under a clock that was ahead.
create index ledger_entries_expiry on ledger_entries (created_at) where reason = 'expiry';
create trigger append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change_of_history();

-- A balance has one writer: the ledger. Put on a code in all: what was issued, topped up and added by
-- adjustments.
create function apply_ledger_entry() returns trigger language plpgsql as $$
begin
  update prepaid_codes set
    entries = entries + 1,
    balance = balance + case
      when new.reason in ('issue', 'top_up') then new.amount
      when new.reason = 'adjustment' and new.credit_account = ledger_account('code', id) then new.amount
      else 0 end,
    remaining_balance = remaining_balance
      + case when new.credit_account = ledger_account('code', id) then new.amount else -new.amount end,
    has_balance = remaining_balance
      + case when new.credit_account = ledger_account('code', id) then new.amount else -new.amount end > 0
  where id = new.prepaid_code_id
  returning entries, remaining_balance into new.code_entry, new.balance_after;
  return new;
end $$;
create trigger apply_ledger_entry before insert on ledger_entries
  for each row when (new.prepaid_code_id is not null) execute function apply_ledger_entry();

-- What an entry does to the code that it names.
create view code_movements with (security_invoker = true) as
  select id, prepaid_code_id, transaction_id, reason, note, refund_id, actor_id, created_at,
    case when credit_account = ledger_account('code', prepaid_code_id) then amount else -amount end as amount,
    code_entry, balance_after
  from ledger_entries where prepaid_code_id is not null;

-- A payment that no entry explains, or that its entry explains otherwise, is not kept.
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

-- A refund that says it is completed has moved its amount back along the way of its payment.
create function require_refund_entry() returns trigger language plpgsql as $$
begin
  if not exists (
    select from ledger_entries entry join transactions paid on paid.id = entry.transaction_id
    where entry.refund_id = new.id and entry.transaction_id = new.transaction_id
      and entry.amount = new.amount
      and entry.debit_account = ledger_account('revenue', paid.device_id)
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
