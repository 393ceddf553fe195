create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- Helps users to recognize a session.
  user_agent text not null default '',
  last_seen_at timestamptz not null default now(),
  -- Failed attempts of others in a network do not delay users who signed in there before.
  network text not null default '',
  -- Opened or confirmed by more than a password.
  second_factor boolean not null default false,
  -- Opened by registering: verifying the address in it removes nothing from this user.
  is_registration boolean not null default false
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (least(ended_at, expires_at));
create trigger refuse_closed_account before insert on sessions
  for each row execute function refuse_closed_account('user_id');

-- All refresh tokens of a session, as hashes. One that is used long after its replacement was stolen, and ends
-- the session.
create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions,
  created_at timestamptz not null default now(),
  replaced_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);
-- One session has one chain of tokens.
create unique index refresh_tokens_current on refresh_tokens (session_id) where replaced_at is null;

-- Keeps the account from changing, and requires that the session has not ended, until the transaction ends.
-- Two statements, so that the second sees what was committed while the first waited.
create function lock_session(account uuid, session uuid, others uuid[] default '{}') returns uuid
  language plpgsql as $$
begin
  perform from users where id = any (account || others) order by id for share;
  if not exists (select from sessions where id = session and ended_at is null) then
    raise exception 'the session has ended'
      using errcode = 'check_violation', constraint = 'session_ended';
  end if;
  return account;
end $$;

-- Each key has a session that lives as long and is not listed: rules for sessions, such as ending them with the
-- account, hold for keys.
create table api_keys (
  id uuid primary key references sessions on delete cascade,
  name text not null,
  -- Keys are random, so a plain hash is enough.
  key_hash bytea not null unique,
  ending text not null,
  rights text[] not null check (cardinality(rights) > 0),
  last_used_at timestamptz
);
