-- Opened, or made stronger since, by more than a password.
alter table sessions add column second_factor boolean not null default false;

-- The secret of a person's authenticator app, sealed by the server. It counts once it is confirmed.
create table authenticators (
  user_id uuid primary key references users on delete cascade,
  sealed_secret bytea not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  -- The time step of the newest code that was used: none is good twice.
  last_step bigint not null default 0
);

-- Each signs in once when the authenticator is lost. Only hashes are kept.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  name text not null,
  -- As the browser names it, in base64url.
  credential_id text not null constraint passkeys_credential_taken unique,
  public_key bytea not null,
  -- How often its device says it was used; most say 0 always.
  counter bigint not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id, created_at desc);

-- What a browser has to sign: good once, and for a few minutes.
create table passkey_challenges (
  challenge text primary key,
  -- Who makes a passkey; nobody yet at sign-in.
  user_id uuid references users on delete cascade,
  expires_at timestamptz not null
);
