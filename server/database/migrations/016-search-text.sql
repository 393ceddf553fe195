-- What a search looks through, kept as one text a row in small letters: making it anew for each row that
-- the index finds took most of the time of a search. Nothing that somebody writes or looks for has the
-- character between the columns.
drop index devices_text, transactions_text, prepaid_codes_text;
drop function searched(text, text), searched(text, text, text, text);
alter table devices add column search_text text not null generated always as (lower(
  device_number || chr(31) || coalesce(device_name, '') || chr(31) || label || chr(31) || location
)) stored;
alter table transactions add column search_text text not null generated always as (lower(
  device_number || chr(31) || coalesce(customer_name, '')
)) stored;
alter table prepaid_codes add column search_text text not null
  generated always as (lower(code)) stored;
create index devices_text on devices using gin (search_text gin_trgm_ops);
create index transactions_text on transactions
  using gin ((id::text) gin_trgm_ops, search_text gin_trgm_ops);
create index prepaid_codes_text on prepaid_codes using gin (search_text gin_trgm_ops);

-- A generated column is empty while a trigger looks at the new row.
create or replace function refuse_change_of_transaction() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2
    or to_jsonb(new) - 'landlord_email' - 'search_text'
      <> to_jsonb(old) - 'landlord_email' - 'search_text'
  then
    raise exception '% is append-only', tg_table_name;
  end if;
  return new;
end $$;
