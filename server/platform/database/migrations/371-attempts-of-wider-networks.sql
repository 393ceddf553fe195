-- attempt_wait for several networks around a caller: the longest wait counts.
create function attempt_wait_of(
  own text, networks text[], is_known boolean, wait_seconds_max integer
) returns integer language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(7264, hashtext(own));
  return (
    select ceil(extract(epoch from max(blocked_until) - now()))
    from failed_attempts
    where (throttle_key = own or throttle_key = any (networks) and not (is_known and not exists (
        select from failed_attempts as own_attempts where own_attempts.throttle_key = own and failures > 0
      )))
      and blocked_until > now()
      and blocked_until <= now() + make_interval(secs => wait_seconds_max)
  );
end
$$;
