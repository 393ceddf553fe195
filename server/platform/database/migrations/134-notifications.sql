-- What an account wants to be told of its machines, and how. No row: nobody was asked yet.
create table notification_choices (
  user_id uuid primary key references users on delete cascade,
  push text[] not null,
  mail text[] not null,
  -- As clocks show it in that zone; nothing but money is told in between, and that after it.
  quiet_from text check (quiet_from ~ '^\d\d:\d\d$'),
  quiet_until text check (quiet_until ~ '^\d\d:\d\d$'),
  time_zone text,
  constraint notification_choices_quiet check (
    (quiet_from is null) = (quiet_until is null) and (quiet_from is null) = (time_zone is null))
);

-- What is to be told, and was: kept, so that nothing is told twice. It names nobody's machine, and refers to no
-- account: whoever tells looks for both when the time has come.
create table notifications (
  -- The cycle.
  about uuid not null,
  kind text not null,
  user_id uuid not null,
  next_try_at timestamptz not null default now(),
  -- Told from then on, it would be of no use, or wrong.
  expires_at timestamptz not null,
  -- null: waits.
  told_at timestamptz,
  primary key (about, kind, user_id)
);
create index notifications_waiting on notifications (next_try_at) where told_at is null;
create index notifications_over on notifications (expires_at);
create index notifications_user on notifications (user_id);
