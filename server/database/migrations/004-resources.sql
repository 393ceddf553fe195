create table resources (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users,
  -- json, not jsonb, which would put the keys into another order than they were written in.
  document json not null check (json_typeof(document) = 'object'),
  -- The record as compact JSON with its id first, which is what a search looks through.
  record text not null generated always as (
    '{"id":"' || id::text || '"'
      || case when document::text = '{}' then '}' else ',' || substr(document::text, 2) end
  ) stored,
  created_at timestamptz not null default now()
);
create index resources_owner on resources (owner_id, created_at desc, id desc);
