-- Wrong guesses of prepaid codes and passwords, by whoever guesses: accounts, network addresses.
-- Shared by all servers. A guess more than a day old is forgotten.
create table wrong_guesses (
  guesser text primary key,
  failures integer not null,
  last_failed_at timestamptz not null,
  blocked_until timestamptz not null
);
create index wrong_guesses_age on wrong_guesses (last_failed_at);
