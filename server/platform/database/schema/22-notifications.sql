-- Which notifications an account wants, and how. No row: not asked yet.
create table notification_preferences (
  user_id uuid primary key references users on delete cascade,
  push text[] not null,
  mail text[] not null,
  -- Quiet hours in local time: everything waits until their end, except notifications about money.
  quiet_from text check (quiet_from ~ '^\d\d:\d\d$'),
  quiet_until text check (quiet_until ~ '^\d\d:\d\d$'),
  time_zone text,
  constraint notification_preferences_quiet check (
    (quiet_from is null) = (quiet_until is null) and (quiet_from is null) = (time_zone is null))
);
create trigger refuse_closed_account before insert on notification_preferences
  for each row execute function refuse_closed_account('user_id');

-- Notifications that were queued, so that none is sent twice.
create table notifications (
  cycle_id uuid not null,
  kind text not null,
  user_id uuid not null,
  -- Later it would be useless or wrong.
  expires_at timestamptz not null,
  primary key (cycle_id, kind, user_id)
);
create index notifications_expiry on notifications (expires_at);
create index notifications_user on notifications (user_id);

-- Browsers that show notifications, each while its session lasts.
create table push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  session_id uuid not null unique references sessions on delete cascade,
  -- The endpoint and the browser's keys are sealed by the server's secret: the endpoint is enough to send to it.
  endpoint_hash bytea not null unique,
  sealed bytea not null,
  -- The server key that it was created with. It accepts messages signed by that one only.
  public_key text not null,
  created_at timestamptz not null default now(),
  last_sent_at timestamptz
);
create index push_subscriptions_user on push_subscriptions (user_id);
create trigger refuse_closed_account before insert on push_subscriptions
  for each row execute function refuse_closed_account('user_id');

-- Notifications, mails and push messages to send. A row exists until its work is done or of no use.
create table jobs (
  id uuid primary key default gen_random_uuid(),
  queue text not null,
  -- The browser of a push message; the cycle, report or answer of a notification. No foreign key: jobs of a deleted
  -- one are dropped once due.
  subject_id uuid,
  -- Of a notification: its kind and recipient. Its text is made when it is due.
  kind text,
  user_id uuid,
  -- A mail or push message, sealed by the server's secret, because mails contain codes.
  sealed bytea,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index jobs_due on jobs (queue, attempts, due_at);
create index jobs_expiry on jobs (expires_at);
create index jobs_user on jobs (user_id) where user_id is not null;
-- Rows live for seconds, however many waited once.
alter table jobs set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- A row for all servers while the other side of a queue, such as the mail server, accepts nothing.
create table job_outages (
  queue text primary key,
  started_at timestamptz not null default now(),
  attempts integer not null default 1,
  next_attempt_at timestamptz not null
);

-- Key pair of all servers for push messages, unless settings name one. The private key is sealed.
create table push_keys (
  is_only boolean primary key default true check (is_only),
  public_key text not null,
  sealed_private_key bytea not null
);

-- Users who want a notification when a device of one type is available in a room. Deleted once sent.
create table room_waits (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- A device in the room, which identifies the room.
  device_id uuid not null references devices,
  device_type text not null,
  -- Of the user, at that time.
  language text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Postponed by quiet hours.
  next_check_at timestamptz not null default now(),
  constraint room_waits_once unique (user_id, device_id, device_type)
);
create trigger refuse_closed_account before insert on room_waits
  for each row execute function refuse_closed_account('user_id');

-- Users who want a mail about the past week each Monday, with their time zone and language.
create table weekly_mails (
  user_id uuid primary key references users,
  time_zone text not null,
  language text not null,
  due_at timestamptz not null,
  -- The Monday of the last week that was mailed.
  last_sent_week date
);
create index weekly_mails_due on weekly_mails (due_at);
create trigger refuse_closed_account before insert on weekly_mails
  for each row execute function refuse_closed_account('user_id');
