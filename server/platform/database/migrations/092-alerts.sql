-- What the owner of a device is told of it. One that has ended is kept for a while.
create table alerts (
  id uuid primary key default gen_random_uuid(),
  device_id uuid not null references devices,
  kind text not null check (kind in ('silent', 'out_of_order')),
  -- Since when it was so, which is before this row was written.
  since timestamptz not null,
  -- null: it is still so.
  ended_at timestamptz,
  -- For so long its beginning or its end waits to be told; null: nothing waits.
  untold_since timestamptz default now(),
  -- When the owner was last told of it.
  told_at timestamptz
);
create unique index alerts_open on alerts (device_id, kind) where ended_at is null;
create index alerts_untold on alerts (untold_since) where untold_since is not null;
create index alerts_told on alerts (told_at) where told_at is not null;
create index alerts_ended on alerts (ended_at) where ended_at is not null;
