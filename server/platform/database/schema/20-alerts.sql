-- Alerts to owners about their devices. Ended ones are kept for a while.
create table alerts (
  id uuid primary key default gen_random_uuid(),
  device_id uuid not null references devices,
  kind text not null check (kind in ('silent', 'out_of_order', 'doubted')),
  -- When it began, which is before this row was written.
  since timestamptz not null,
  -- null: still so.
  ended_at timestamptz,
  -- Since when a notification about its start or end waits. null: none.
  notification_pending_since timestamptz default now(),
  -- Last notification.
  notified_at timestamptz
);
create unique index alerts_open on alerts (device_id, kind) where ended_at is null;
create index alerts_pending on alerts (notification_pending_since) where notification_pending_since is not null;
create index alerts_notified on alerts (notified_at) where notified_at is not null;
create index alerts_ended on alerts (ended_at) where ended_at is not null;

-- Alerts to owners about a payer whose cycles were stopped early with refunds again and again.
create table cut_short_alerts (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null,
  payer_id uuid not null,
  -- The newest of the payments, which names the payer.
  transaction_id uuid not null references transactions,
  cycles integer not null check (cycles > 0),
  given_back numeric(12, 2) not null check (given_back > 0),
  -- When the first of the cycles was stopped.
  since timestamptz not null,
  ended_at timestamptz,
  notification_pending_since timestamptz default now(),
  notified_at timestamptz
);
create unique index cut_short_alerts_open on cut_short_alerts (owner_id, payer_id) where ended_at is null;
create index cut_short_alerts_pending on cut_short_alerts (notification_pending_since) where notification_pending_since is not null;
create index cut_short_alerts_notified on cut_short_alerts (notified_at) where notified_at is not null;
create index cut_short_alerts_ended on cut_short_alerts (ended_at) where ended_at is not null;
