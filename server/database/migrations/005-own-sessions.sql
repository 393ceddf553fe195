-- What a person recognises a session of theirs by.
alter table sessions
  add column user_agent text not null default '',
  add column last_seen_at timestamptz not null default now();
