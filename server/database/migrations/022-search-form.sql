-- How texts are searched: without regard to case, to the sigma that ends a Greek word, and to how Unicode
-- writes accents, wide letters and ligatures. Generated columns are made anew, since PostgreSQL 15 changes
-- no expression of one.
create function search_form(text) returns text language sql immutable parallel safe as $$
  select replace(lower(normalize($1, NFKC)), 'ς', 'σ')
$$;

alter table devices drop column search_text;
alter table devices add column search_text text not null generated always as (search_form(
  device_number || chr(31) || coalesce(device_name, '') || chr(31) || label || chr(31) || location
)) stored;
create index devices_text on devices using gin (search_text gin_trgm_ops);

alter table transactions drop column search_text;
alter table transactions add column search_text text not null generated always as (search_form(
  device_number || chr(31) || coalesce(customer_name, '')
)) stored;
create index transactions_text on transactions
  using gin ((id::text) gin_trgm_ops, search_text gin_trgm_ops);

alter table users drop column search_text;
alter table users add column search_text text not null
  generated always as (search_form(email || chr(31) || full_name)) stored;
create index users_text on users using gin (search_text gin_trgm_ops);

alter table audit_events drop column search_text;
alter table audit_events add column search_text text not null generated always as (search_form(
  coalesce(actor_email, '') || chr(31) || subject || chr(31) || address || chr(31)
    || coalesce(subject_id::text, '')
)) stored;
create index audit_events_text on audit_events using gin (search_text gin_trgm_ops);

-- The record as compact JSON with its id first.
alter table resources drop column record;
alter table resources add column search_text text not null generated always as (search_form(
  '{"id":"' || id::text || '"'
    || case when document::text = '{}' then '}' else ',' || substr(document::text, 2) end
)) stored;
-- Known without reading the document itself.
alter table resources add column bytes integer not null
  generated always as (octet_length(document::text)) stored;
