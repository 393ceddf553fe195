-- Wrong guesses of prepaid codes by account and by network address, shared by all servers. A guess
-- more than a day old is forgotten.
create table code_guesses (
  guesser text primary key,
  failures integer not null,
  last_failed_at timestamptz not null,
  blocked_until timestamptz not null
);
create index code_guesses_age on code_guesses (last_failed_at);
