-- Browsers that show notifications: each belongs to one session, and is told nothing once that has ended.
create table push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  session_id uuid not null unique references sessions on delete cascade,
  -- Whoever knows where a browser is told can have it told. It and the browser's keys are sealed by the server's secret.
  endpoint_hash bytea not null unique,
  sealed bytea not null,
  -- With which of our keys it was made: it takes nothing that another one has signed.
  public_key text not null,
  created_at timestamptz not null default now(),
  last_sent_at timestamptz
);
create index push_subscriptions_user on push_subscriptions (user_id);

-- What has not left yet, sealed. Deleted before it is sent: what may have arrived is not sent again.
create table pushes (
  id uuid primary key,
  subscription_id uuid not null references push_subscriptions on delete cascade,
  sealed bytea not null,
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index pushes_due on pushes (tries, next_try_at);
create index pushes_subscription on pushes (subscription_id);

-- By which browsers know all of our servers, where no setting names a pair. The private one is sealed.
create table push_keys (
  is_only boolean primary key default true check (is_only),
  public_key text not null,
  sealed_private_key bytea not null
);
