-- A card puts money on a code: from the card to the code, and back. What the code could not take is owed to
-- whoever paid until the card has it.
alter table ledger_entries drop constraint ledger_entries_accounts;
alter table ledger_entries add constraint ledger_entries_accounts check (
  reason || ': ' || split_part(debit_account, ':', 1) || ' to ' || split_part(credit_account, ':', 1) in (
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
    'adjustment: corrections to code',
    'adjustment: code to corrections',
    'expiry: code to expired',
    'expiry: expired to code'
  )
  and coalesce(ledger_account('code', prepaid_code_id), 'card') in (debit_account, credit_account)
  and (transaction_id is not null) = (reason in ('redemption', 'card_payment', 'refund'))
) not valid;
alter table ledger_entries drop constraint ledger_entries_actor;
alter table ledger_entries add constraint ledger_entries_actor check (
  actor_id is not null or reason in ('refund', 'top_up_refund', 'top_up_refund_failed')
) not valid;

-- Put on a code in all: what was issued, topped up, also by card, and added by adjustments.
create or replace function apply_ledger_entry() returns trigger language plpgsql as $$
begin
  update prepaid_codes set
    entries = entries + 1,
    balance = balance + case
      when new.reason in ('issue', 'top_up', 'card_top_up') then new.amount
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

-- An entry of a top-up, or of what goes back of it, belongs to one that says so when the work is done.
create function require_top_up() returns trigger language plpgsql as $$
begin
  if not exists (
    select from top_ups where new.reason = 'card_top_up' and id = new.id and status = 'completed'
    union all
    select from top_up_refunds where new.reason = 'top_up_refund' and id = new.id
    union all
    select from top_up_refunds
    where new.reason = 'top_up_refund_failed' and put_back_id = new.id and status = 'failed'
  ) then
    raise exception 'an entry of a top-up needs the top-up';
  end if;
  return null;
end $$;
create constraint trigger require_top_up after insert on ledger_entries
  deferrable initially deferred for each row
  when (new.reason in ('card_top_up', 'top_up_refund', 'top_up_refund_failed'))
  execute function require_top_up();
