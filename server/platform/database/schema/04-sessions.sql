create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- What a person recognises a session of theirs by.
  user_agent text not null default '',
  last_seen_at timestamptz not null default now(),
  -- Where somebody has signed in before: the network's failed attempts do not hold them up there.
  network text not null default '',
  -- Opened, or made stronger since, by more than a password.
  second_factor boolean not null default false,
  -- Of whoever registered: verified from there, the address takes nothing away from them.
  is_registration boolean not null default false
);
create index sessions_user on sessions (user_id);
create index sessions_over on sessions (least(ended_at, expires_at));
create trigger refuse_closed_account before insert on sessions
  for each row execute function refuse_closed_account('user_id');

-- Every refresh token that a session has had: one that comes back long after it was replaced was
-- stolen, and ends its session. Only hashes are kept.
create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions,
  created_at timestamptz not null default now(),
  replaced_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);
-- One session, one chain of refresh tokens.
create unique index refresh_tokens_current on refresh_tokens (session_id) where replaced_at is null;

-- For what outlives a session: the account is kept from changing, and the session from having ended, until the
-- transaction ends. Of two statements, the second of which sees what was done while the first one waited.
create function hold_session(account uuid, session uuid, others uuid[] default '{}') returns uuid
  language plpgsql as $$
begin
  perform from users where id = any (account || others) order by id for share;
  if not exists (select from sessions where id = session and ended_at is null) then
    raise exception 'the session has ended'
      using errcode = 'check_violation', constraint = 'session_ended';
  end if;
  return account;
end $$;
