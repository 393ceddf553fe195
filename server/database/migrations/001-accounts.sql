create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null constraint users_email_taken unique,
  email_verified boolean not null default false,
  full_name text not null,
  user_type text not null check (user_type in ('tenant', 'landlord')),
  roles text[] not null default '{}',
  password_hash text not null,
  created_at timestamptz not null default now(),
  check (email = lower(email))
);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_user on sessions (user_id);

-- Every refresh token that a session has had: one that comes back long after it was replaced was
-- stolen, and ends its session. Only hashes are kept.
create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions,
  created_at timestamptz not null default now(),
  replaced_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);
