-- When npm run backup last finished a file, and how large it is: at most one row. It is in no backup: whatever is
-- restored has no file yet.
create table last_backup_file (
  is_only boolean primary key default true check (is_only),
  written_at timestamptz not null,
  bytes bigint not null check (bytes >= 0)
);
