-- Limited calls of a minute, by whoever makes them, counted for all servers together. A crash of the
-- database may forget them.
create unlogged table call_counts (
  caller text primary key,
  started_at timestamptz not null,
  calls integer not null
);
create index call_counts_age on call_counts (started_at);

-- Wrong guesses of prepaid codes and passwords, by whoever guesses: accounts, network addresses.
-- Shared by all servers. A guess more than a day old is forgotten.
create table wrong_guesses (
  guesser text primary key,
  failures integer not null,
  last_failed_at timestamptz not null,
  blocked_until timestamptz not null
);
create index wrong_guesses_age on wrong_guesses (last_failed_at);

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
