-- Codes that were issued together.
create table code_batches (
  id uuid primary key default gen_random_uuid(),
  -- The issuer.
  user_id uuid not null references users,
  issued_as_admin boolean not null,
  tag text,
  codes integer not null,
  balance numeric(12, 2) not null,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  search_text text not null generated always as (search_form(coalesce(tag, ''))) stored
);
create index code_batches_issuer on code_batches (user_id, created_at desc, id desc);
create trigger refuse_closed_account before insert on code_batches
  for each row execute function refuse_closed_account('user_id');
