-- Limited calls of a minute, by whoever makes them, counted for all servers together. A crash of the
-- database may forget them.
create unlogged table call_counts (
  caller text primary key,
  started_at timestamptz not null,
  calls integer not null
);
create index call_counts_age on call_counts (started_at);

-- Failed attempts at prepaid codes and passwords, by what is throttled: accounts, network addresses.
-- Shared by all servers. An attempt more than a day old is forgotten.
create table failed_attempts (
  throttle_key text primary key,
  failures integer not null,
  last_failed_at timestamptz not null,
  blocked_until timestamptz not null
);
create index failed_attempts_age on failed_attempts (last_failed_at);

-- For how many seconds an attempt still has to wait; null for none. Attempts under one key are judged one
-- after the other: the lock is held to the end of the transaction that counts a failed one, and what is
-- read after it is read anew. A wait of the whole network falls on those who failed there themselves or are
-- not known, so that one person's attempts hold up nobody else who pays or signs in.
-- A wait longer than the longest was written under another clock and counts as over.
create function attempt_wait(
  own text, network text, is_known boolean, wait_seconds_max integer
) returns integer language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(7264, hashtext(own));
  return (
    select ceil(extract(epoch from max(blocked_until) - now()))
    from failed_attempts
    where (throttle_key = own or throttle_key = network and not (is_known and not exists (
        select from failed_attempts as own_attempts where own_attempts.throttle_key = own and failures > 0
      )))
      and blocked_until > now()
      and blocked_until <= now() + make_interval(secs => wait_seconds_max)
  );
end
$$;
