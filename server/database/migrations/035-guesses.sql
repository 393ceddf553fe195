-- For how many seconds a guesser still has to wait; null for none. Guesses under one name are judged one
-- after the other: the lock is held to the end of the transaction that counts a wrong one, and what is
-- read after it is read anew. A wait of the whole network falls on those who guessed wrong there
-- themselves or are not known, so that one person's guesses hold up nobody else who pays or signs in.
-- A wait longer than the longest was written under another clock and counts as over.
create function guess_wait(
  own text, network text, is_known boolean, wait_seconds_max integer
) returns integer language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(7264, hashtext(own));
  return (
    select ceil(extract(epoch from max(blocked_until) - now()))
    from wrong_guesses
    where (guesser = own or guesser = network and not (is_known and not exists (
        select from wrong_guesses as own_guesses where own_guesses.guesser = own and failures > 0
      )))
      and blocked_until > now()
      and blocked_until <= now() + make_interval(secs => wait_seconds_max)
  );
end
$$;

-- Where somebody has signed in before: the network's guesses do not hold them up there.
alter table sessions add column network text not null default '';
