-- The id of this installation, which the card processor stores with each charge. The first start creates it, so a
-- restored backup keeps its own.
create table installation (
  id uuid primary key default gen_random_uuid(),
  is_only boolean not null default true unique check (is_only)
);

-- Sealed by the server's secret, so that a start with another secret is detected. One row at most.
create table secret_check (
  is_only boolean primary key default true check (is_only),
  sealed bytea not null
);

-- Time and size of the last file of `npm run backup`. One row at most. Not in backups: a restored database has no file.
create table last_backup_file (
  is_only boolean primary key default true check (is_only),
  written_at timestamptz not null,
  bytes bigint not null check (bytes >= 0)
);

-- Errors and slow statements of servers in the last day, by the hour. Contains nothing that users typed.
create table server_problems (
  hour timestamptz not null,
  kind text not null check (kind in ('error', 'slow_statement')),
  -- The text of the statement; for an error, the route or task.
  source text not null,
  -- Empty for a statement.
  error text not null,
  times integer not null,
  -- For a statement.
  longest_ms integer,
  last_at timestamptz not null,
  primary key (hour, kind, source, error)
);
