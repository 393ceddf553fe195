-- Replaces the address of a closed account. It cannot be a real address.
create function closed_account_email(account uuid) returns text language sql immutable as $$
  select 'closed account ' || account
$$;
-- Stands for the address of a guest. It cannot be a real address.
create function guest_email(account uuid) returns text language sql immutable as $$
  select 'guest ' || account
$$;

create table users (
  id uuid primary key default gen_random_uuid(),
  -- Never changes, because it decides what others can see.
  email text not null constraint users_email_taken unique check (email = lower(email)),
  email_verified boolean not null default false,
  -- The address gives rights from this moment on, not retroactively.
  verified_at timestamptz,
  full_name text not null,
  user_type text not null check (user_type in ('tenant', 'landlord')),
  roles text[] not null default '{}',
  password_hash text not null,
  -- An account of one browser until it gets an address and a password.
  is_guest boolean not null default false,
  -- When a mail last asked this account to accept a device.
  acceptance_requested_at timestamptz,
  created_at timestamptz not null default now(),
  -- A closed account keeps its id, which the ledger refers to, and nothing personal (docs/decisions/0029).
  closed_at timestamptz,
  search_text text not null generated always as (normalize_search_text(email || chr(31) || full_name)) stored,
  constraint users_closed check (closed_at is null or (
    email = closed_account_email(id) and full_name = '' and password_hash = '' and roles = '{}'
      and not email_verified
  )),
  constraint users_guest check (not is_guest or (
    email = guest_email(id) and full_name = '' and password_hash = '' and roles = '{}'
      and not email_verified and closed_at is null
  ))
);
create index users_newest on users (created_at desc, id desc) where closed_at is null;
create index users_guests on users (created_at) where is_guest;
create index users_text on users using gin (search_text gin_trgm_ops);
-- Texts with letters beyond ASCII, without accents, as in server/http/lists/folded-text.ts.
create index users_folded on users using gin ((
  case when octet_length(search_text) <> length(search_text) then
    replace(replace(replace(replace(translate(
      lower(normalize(regexp_replace(normalize(search_text, NFKD),
        '[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff]', '', 'g'), NFKC)),
      'øłđðħŧıς‘’ʼ‐–—−', 'olddhtiσ''''''----'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  end
) gin_trgm_ops) where octet_length(search_text) <> length(search_text);

-- The role counts once the address is verified.
create function is_admin(account users) returns boolean language sql immutable as $$
  select account.email_verified and 'admin' = any (account.roles)
$$;

create function derive_verified_at() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.verified_at = case when new.email_verified then coalesce(new.verified_at, new.created_at) end;
  elsif new.closed_at is null then
    -- The current time, not the start of the transaction, which may have waited for others.
    new.verified_at = case when new.email_verified then clock_timestamp() end;
  end if;
  return new;
end $$;
create trigger derive_verified_at_on_insert before insert on users
  for each row execute function derive_verified_at();
create trigger derive_verified_at before update of email_verified on users
  for each row when (new.email_verified <> old.email_verified)
  execute function derive_verified_at();

-- A guest gets an address once.
create function refuse_change_of_address() returns trigger language plpgsql as $$
begin
  if new.closed_at is null and (new.is_guest or not old.is_guest) then
    raise exception 'the address of an account does not change';
  end if;
  return new;
end $$;
create trigger refuse_change_of_address before update on users
  for each row when (new.email <> old.email) execute function refuse_change_of_address();

create function refuse_change_of_closed_account() returns trigger language plpgsql as $$
begin
  raise exception 'the account is closed'
    using errcode = 'check_violation', constraint = 'account_closed';
end $$;
create trigger refuse_change_of_closed_account before update on users
  for each row when (old.closed_at is not null) execute function refuse_change_of_closed_account();

-- Triggers name their column of the account. An insert shares the account's row, as its foreign key does, and
-- closing locks it: rows are added before an account is closed, or not at all.
create function refuse_closed_account() returns trigger language plpgsql as $$
declare
  account uuid;
  closed timestamptz;
begin
  if tg_argv[0] = 'user_id' then account = new.user_id;
  elsif tg_argv[0] = 'owner_id' then account = new.owner_id;
  else account = new.actor_id;
  end if;
  select closed_at into closed from users where id = account for key share;
  if closed is not null then
    raise exception 'the account is closed'
      using errcode = 'check_violation', constraint = 'account_closed';
  end if;
  return new;
end $$;

-- A fair queue before the row locks, until the end of the transaction: a row lets later shared locks overtake
-- an exclusive one that waits.
create function acquire_account_lock(account uuid, others uuid[] default '{}', exclusive boolean default false) returns uuid
  language plpgsql as $$
declare
  entered uuid;
begin
  for entered in select distinct id from unnest(account || others) as id order by id loop
    if exclusive then
      perform pg_advisory_xact_lock(7269, hashtext(entered::text));
    else
      perform pg_advisory_xact_lock_shared(7269, hashtext(entered::text));
    end if;
  end loop;
  return account;
end $$;
