-- What an owner is told of one payer, whose cycles were cut short with money given back again and again.
create table cut_short_alerts (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null,
  payer_id uuid not null,
  -- The newest of the payments, which names the payer.
  transaction_id uuid not null references transactions,
  cycles integer not null check (cycles > 0),
  given_back numeric(12, 2) not null check (given_back > 0),
  -- When the first of the cycles was cut short.
  since timestamptz not null,
  -- null: it is still so.
  ended_at timestamptz,
  -- Since when it waits to be told; null: it was.
  untold_since timestamptz default now(),
  told_at timestamptz
);
create unique index cut_short_alerts_open on cut_short_alerts (owner_id, payer_id) where ended_at is null;
create index cut_short_alerts_untold on cut_short_alerts (untold_since) where untold_since is not null;
create index cut_short_alerts_told on cut_short_alerts (told_at) where told_at is not null;
create index cut_short_alerts_ended on cut_short_alerts (ended_at) where ended_at is not null;
