-- In place of the address of a closed account stands what can be no address.
create function closed_name(account uuid) returns text language sql immutable as $$
  select 'closed account ' || account
$$;

create table users (
  id uuid primary key default gen_random_uuid(),
  -- Who a person is: what others see follows from it, and it never changes.
  email text not null constraint users_email_taken unique check (email = lower(email)),
  email_verified boolean not null default false,
  -- The address gives rights from this moment, and not backwards (docs/decisions/0033).
  verified_at timestamptz,
  full_name text not null,
  user_type text not null check (user_type in ('tenant', 'landlord')),
  roles text[] not null default '{}',
  password_hash text not null,
  -- When the last mail asked this account to accept a device.
  asked_to_accept_at timestamptz,
  created_at timestamptz not null default now(),
  -- An account that its owner has closed keeps its id, which the ledger refers to, and nothing that tells
  -- whose it was (docs/decisions/0039).
  closed_at timestamptz,
  search_text text not null generated always as (search_form(email || chr(31) || full_name)) stored,
  constraint users_closed check (closed_at is null or (
    email = closed_name(id) and full_name = '' and password_hash = '' and roles = '{}'
      and not email_verified
  ))
);
create index users_newest on users (created_at desc, id desc) where closed_at is null;
create index users_text on users using gin (search_text gin_trgm_ops);

-- The role of admin has power once the address is verified (docs/decisions/0044).
create function is_admin(account users) returns boolean language sql immutable as $$
  select account.email_verified and 'admin' = any (account.roles)
$$;

create function note_verification() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.verified_at = case when new.email_verified then coalesce(new.verified_at, new.created_at) end;
  elsif new.closed_at is null then
    -- Of this moment, not of the start of the transaction: later than all that was waited for.
    new.verified_at = case when new.email_verified then clock_timestamp() end;
  end if;
  return new;
end $$;
create trigger note_verification_of_new before insert on users
  for each row execute function note_verification();
create trigger note_verification before update of email_verified on users
  for each row when (new.email_verified <> old.email_verified)
  execute function note_verification();

create function refuse_change_of_address() returns trigger language plpgsql as $$
begin
  if new.closed_at is null then
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

-- Nothing is added to a closed account; the trigger of a table names its column of the account. Whoever adds
-- something shares the account's row, as the foreign key does anyway, and whoever closes the account locks
-- it: what is added comes before that, or not at all.
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
