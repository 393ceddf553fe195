-- Every movement of money is one row that takes an amount from one account and gives it to another, so
-- the books balance by their form. Accounts are names: what a code holds (code:…), what its issuer took
-- for codes (sold:…), what a device earned (takings:…), what the card processor holds (card).
alter table ledger_entries rename to single_entries;
create table ledger_entries (
  id uuid primary key default gen_random_uuid(),
  reason text not null,
  amount numeric(12, 2) not null check (amount >= 0),
  debit_account text not null,
  credit_account text not null,
  prepaid_code_id uuid references prepaid_codes,
  transaction_id uuid references transactions,
  actor_id uuid not null references users,
  created_at timestamptz not null default now(),
  -- What each reason moves from where to where.
  constraint ledger_entries_accounts check (coalesce(case reason
    when 'issue' then debit_account like 'sold:%' and credit_account = 'code:' || prepaid_code_id
      and transaction_id is null
    when 'redemption' then debit_account = 'code:' || prepaid_code_id
      and credit_account like 'takings:%' and transaction_id is not null
    when 'card_payment' then debit_account = 'card' and credit_account like 'takings:%'
      and transaction_id is not null and prepaid_code_id is null
  end, false))
);
insert into ledger_entries (id, reason, amount, debit_account, credit_account, prepaid_code_id,
    transaction_id, actor_id, created_at)
  select entry.id, entry.reason, abs(entry.amount),
    case entry.reason when 'issue' then 'sold:' || code.user_id else 'code:' || code.id end,
    case entry.reason when 'issue' then 'code:' || code.id else 'takings:' || paid.device_id end,
    code.id, entry.transaction_id, entry.actor_id, entry.created_at
  from single_entries entry
    join prepaid_codes code on code.id = entry.prepaid_code_id
    left join transactions paid on paid.id = entry.transaction_id;
drop table single_entries;
insert into ledger_entries (reason, amount, debit_account, credit_account, transaction_id, actor_id,
    created_at)
  select 'card_payment', amount, 'card', 'takings:' || device_id, id, payer_id, created_at
  from transactions where payment_method = 'credit_card';
create index ledger_entries_code on ledger_entries (prepaid_code_id, created_at);
create unique index ledger_entries_payment on ledger_entries (transaction_id)
  where reason in ('redemption', 'card_payment');
create trigger append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change_of_history();

-- What an entry does to the code that it names.
create view code_movements with (security_invoker = true) as
  select id, prepaid_code_id, transaction_id, reason, actor_id, created_at,
    case when credit_account = 'code:' || prepaid_code_id then amount else -amount end as amount
  from ledger_entries where prepaid_code_id is not null;

create or replace function apply_ledger_entry() returns trigger language plpgsql as $$
begin
  update prepaid_codes set
    balance = balance + case new.reason when 'issue' then new.amount else 0 end,
    remaining_balance = remaining_balance
      + case when new.credit_account = 'code:' || id then new.amount else -new.amount end
  where id = new.prepaid_code_id;
  return null;
end $$;
create trigger apply_ledger_entry after insert on ledger_entries
  for each row when (new.prepaid_code_id is not null) execute function apply_ledger_entry();

-- A payment that no entry explains, or that its entry explains otherwise, is not kept.
create function require_ledger_entry() returns trigger language plpgsql as $$
begin
  if not exists (
    select from ledger_entries
    where transaction_id = new.id and amount = new.amount and created_at = new.created_at
      and credit_account = 'takings:' || new.device_id
      and prepaid_code_id is not distinct from new.prepaid_code_id
      and reason in ('redemption', 'card_payment')
  ) then
    raise exception 'a payment needs a ledger entry of its amount';
  end if;
  return null;
end $$;
create constraint trigger require_ledger_entry after insert on transactions
  deferrable initially deferred for each row execute function require_ledger_entry();
