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
create index email_codes_over on email_codes (expires_at);
create trigger refuse_closed_account before insert on email_codes
  for each row execute function refuse_closed_account('user_id');

-- Counted per network, so that one network cannot use up the tries of another.
create table email_code_tries (
  user_id uuid not null,
  purpose text not null,
  code_hash bytea not null,
  network text not null,
  tries integer not null,
  primary key (user_id, purpose, code_hash, network),
  foreign key (user_id, purpose, code_hash) references email_codes on delete cascade
);

-- Outbox of mails, sealed by the server's secret because they contain codes. Sent and expired ones are deleted.
create table mails (
  id uuid primary key,
  sealed bytea not null,
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index mails_due on mails (tries, next_try_at);
create index mails_over on mails (expires_at);

-- One row for all servers while the mail server accepts no mail.
create table mail_outage (
  is_only boolean primary key default true check (is_only),
  since timestamptz not null default now(),
  tries integer not null default 1,
  next_try_at timestamptz not null
);
