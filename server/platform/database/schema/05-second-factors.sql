-- The secret of an authenticator app, sealed by the server. It counts once confirmed.
create table authenticators (
  user_id uuid primary key references users on delete cascade,
  sealed_secret bytea not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  -- Time step of the newest used code: no code works twice.
  last_step bigint not null default 0
);
create trigger refuse_closed_account before insert on authenticators
  for each row execute function refuse_closed_account('user_id');

-- Each signs in once without the authenticator. Only hashes are kept.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
create trigger refuse_closed_account before insert on recovery_codes
  for each row execute function refuse_closed_account('user_id');

create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  name text not null,
  -- In base64url.
  credential_id text not null constraint passkeys_credential_taken unique,
  public_key bytea not null,
  -- Uses, as its device counts them. Most always say 0.
  counter bigint not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id, created_at desc);
create trigger refuse_closed_account before insert on passkeys
  for each row execute function refuse_closed_account('user_id');

-- Challenges for a browser to sign, valid once, for a few minutes and one purpose.
create table passkey_challenges (
  challenge text primary key,
  purpose text not null check (purpose in ('sign_in', 'proof', 'creation')),
  -- Unknown at sign-in.
  user_id uuid references users on delete cascade,
  expires_at timestamptz not null,
  constraint passkey_challenges_user check ((purpose = 'sign_in') = (user_id is null))
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
create trigger refuse_closed_account before insert on passkey_challenges
  for each row execute function refuse_closed_account('user_id');
