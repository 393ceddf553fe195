-- By what programs call in the name of an account. Each stands on a session of its own, which lives as long as the key
-- does and is not shown as one: what holds for a session, such as that it can be ended at once and with the account,
-- holds for the key.
create table api_keys (
  id uuid primary key references sessions on delete cascade,
  name text not null,
  -- No one guesses a key, so that a plain hash keeps it.
  key_hash bytea not null unique,
  ending text not null,
  rights text[] not null check (cardinality(rights) > 0),
  last_used_at timestamptz
);
