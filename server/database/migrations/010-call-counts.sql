-- Limited calls of a minute, by whoever makes them, counted for all servers together. A crash of the
-- database may forget them.
create unlogged table call_counts (
  caller text primary key,
  started_at timestamptz not null,
  calls integer not null
);
create index call_counts_age on call_counts (started_at);
