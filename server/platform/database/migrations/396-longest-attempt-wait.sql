-- Attempts of one moment wait here for each other, so another one may have begun later than this one and been judged
-- before. At the longest wait that looked like a wait of another clock, which counts for nothing.
create or replace function attempt_wait_of(
  own text, networks text[], is_known boolean, wait_seconds_max integer
) returns integer language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(7264, hashtext(own));
  return (
    select max(least(ceil(extract(epoch from blocked_until - now())), wait_seconds_max))
    from failed_attempts
    where (throttle_key = own or throttle_key = any (networks) and not (is_known and not exists (
        select from failed_attempts as own_attempts where own_attempts.throttle_key = own and failures > 0
      )))
      and blocked_until > now()
      and blocked_until <= clock_timestamp() + make_interval(secs => wait_seconds_max)
  );
end
$$;
