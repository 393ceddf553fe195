-- Mails that have not left yet, each sealed by the server's secret: they hold codes. One that was sent, or
-- whose time is over, is deleted.
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

-- While the mail server takes no mail there is one row, for all of our servers.
create table mail_outage (
  is_only boolean primary key default true check (is_only),
  since timestamptz not null default now(),
  tries integer not null default 1,
  next_try_at timestamptz not null
);
