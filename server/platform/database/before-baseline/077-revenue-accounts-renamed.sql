create or replace function refuse_change_of_history() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

alter table ledger_entries validate constraint ledger_entries_accounts;
