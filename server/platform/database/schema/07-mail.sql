-- Codes mailed to verify an address. Each is valid until it expires, even after another was requested. Only hashes
-- are kept.
create table email_codes (
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('verification', 'password')),
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (user_id, purpose, code_hash)
);
create index email_codes_expiry on email_codes (expires_at);
create trigger refuse_closed_account before insert on email_codes
  for each row execute function refuse_closed_account('user_id');

-- Counted per network, so that one network cannot use up the attempts of another.
create table email_code_attempts (
  user_id uuid not null,
  purpose text not null,
  code_hash bytea not null,
  network text not null,
  attempts integer not null,
  primary key (user_id, purpose, code_hash, network),
  foreign key (user_id, purpose, code_hash) references email_codes on delete cascade
);
