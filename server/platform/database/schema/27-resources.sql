create table resources (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users,
  -- json keeps the order of the keys; jsonb does not.
  document json not null check (json_typeof(document) = 'object'),
  -- Known without reading the document.
  bytes integer not null generated always as (octet_length(document::text)) stored,
  created_at timestamptz not null default now(),
  -- The record as compact JSON with its id first.
  search_text text not null generated always as (normalize_search_text(
    '{"id":"' || id::text || '"'
      || case when document::text = '{}' then '}' else ',' || substr(document::text, 2) end
  )) stored
);
create index resources_owner on resources (owner_id, created_at desc, id desc);
create trigger refuse_closed_account before insert on resources
  for each row execute function refuse_closed_account('owner_id');
