-- Limited calls of a minute per caller, of all servers together. A database crash may lose them.
create unlogged table call_counts (
  caller text primary key,
  started_at timestamptz not null,
  calls integer not null
);
create index call_counts_age on call_counts (started_at);

-- Failed attempts at prepaid codes and passwords per throttled account or network, for all servers. Rows older
-- than a day are deleted.
create table failed_attempts (
  throttle_key text primary key,
  failures integer not null,
  last_failed_at timestamptz not null,
  blocked_until timestamptz not null
);
create index failed_attempts_age on failed_attempts (last_failed_at);

-- Seconds until the next attempt; null: none. The lock makes attempts of one key wait for each other until one is
-- counted. Waits beyond the longest one come from another clock and count as over.
create function attempt_wait_seconds(
  own text, networks text[], is_known boolean, wait_seconds_max integer
) returns integer language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(7264, hashtext(own));
  return (
    select max(least(ceil(extract(epoch from blocked_until - clock_timestamp())), wait_seconds_max))
    from failed_attempts
    -- The wait of a network concerns users who failed there themselves or are unknown there, and no other users.
    where (throttle_key = own or throttle_key = any (networks) and not (is_known and not exists (
        select from failed_attempts as own_attempts where own_attempts.throttle_key = own and failures > 0
      )))
      -- Not now(): an attempt that was counted while this one waited may have begun later.
      and blocked_until > clock_timestamp()
      and blocked_until <= clock_timestamp() + make_interval(secs => wait_seconds_max)
  );
end
$$;

-- Guests created from a network since then. Restarts at zero after a day, as those below.
create table guests_per_network (
  network text primary key,
  window_started_at timestamptz not null default now(),
  guests integer not null
);
-- Photos of reports.
create table photos_per_network (
  network text primary key,
  window_started_at timestamptz not null default now(),
  photos integer not null
);
-- Rows that unverified accounts created.
create table creations_per_network (
  network text primary key,
  window_started_at timestamptz not null default now(),
  creations integer not null
);
-- Codes that unverified accounts mailed.
create table mails_per_network (
  network text primary key,
  window_started_at timestamptz not null default now(),
  mails integer not null
);
