-- The accounts of the ledger are named in one place, and what a device earned is revenue. A server of the
-- version before does not work with this any more: all are stopped before the first of the new one starts.
create function ledger_account(type text, owner uuid) returns text immutable
  return type || ':' || owner::text;

alter view takings rename to revenue;

do $$ declare definition text; begin
  for definition in
    select pg_get_functiondef(oid) from pg_proc
    where pronamespace = 'public'::regnamespace and prosrc ~ '''(code|takings):'''
  loop
    definition = regexp_replace(definition, '''takings:'' \|\| ([\w.]+)', 'ledger_account(''revenue'', \1)', 'g');
    definition = regexp_replace(definition, '''code:'' \|\| ([\w.]+)', 'ledger_account(''code'', \1)', 'g');
    execute definition;
  end loop;
end $$;

create or replace view code_movements with (security_invoker = true) as
  select id, prepaid_code_id, transaction_id, reason, note, refund_id, actor_id, created_at,
    case when credit_account = ledger_account('code', prepaid_code_id) then amount else -amount end as amount,
    code_entry, balance_after
  from ledger_entries where prepaid_code_id is not null;

-- What each reason moves from where to where. Either end is the code that the entry names, or the card
-- processor.
alter table ledger_entries drop constraint ledger_entries_accounts;
alter table ledger_entries add constraint ledger_entries_accounts check (
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
) not valid;

-- Lets the next file rename what is there; the one after it puts this back.
create or replace function refuse_change_of_history() returns trigger language plpgsql as $$
begin
  if current_setting('coinless.renames_accounts', true) = 'on' then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
