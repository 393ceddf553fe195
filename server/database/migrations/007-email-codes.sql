-- What was sent to an address to show that somebody reads it. Only hashes are kept.
create table email_codes (
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('verification', 'password')),
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  attempts integer not null default 0,
  primary key (user_id, purpose)
);
