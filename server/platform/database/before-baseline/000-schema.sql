create extension if not exists pg_trgm;

-- How texts are searched: without regard to case, to the sigma that ends a Greek word, and to how Unicode
-- writes accents, wide letters and ligatures. Rows keep what is searched of them in this form, as one text
-- (`search_text`), since an index then goes through it once instead of once a column. Nothing that somebody
-- writes or looks for has the character between the columns (docs/decisions/0024).
create function search_form(text) returns text language sql immutable parallel safe as $$
  select replace(lower(normalize($1, NFKC)), 'ς', 'σ')
$$;

-- Numbers of devices differ that are not the same without case and spaces.
-- An index is made without a search path.
create function number_form(text) returns text language sql immutable parallel safe as $$
  select regexp_replace(public.search_form($1), '\s', '', 'g')
$$;

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
  else
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

-- History is only added to, but for one thing: the name and the address of a closed account go.
create function refuse_change_of_history() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

create function is_forgetting(before jsonb, after jsonb, names text[]) returns boolean
  language sql immutable as $$
  -- A generated column is empty while a trigger looks at the new row.
  select before - 'search_text' <> after - 'search_text'
    and before - names - 'search_text' = after - names - 'search_text'
    and not exists (
      select from unnest(names) as name
      where before -> name <> after -> name
        and after -> name not in ('null', '""')
        and after ->> name not like 'closed account %'
        and not (jsonb_typeof(after -> name) = 'object' and before -> name @> (after -> name))
    )
$$;

create function refuse_other_than_forgetting() returns trigger language plpgsql as $$
begin
  if not is_forgetting(to_jsonb(old), to_jsonb(new), tg_argv) then
    raise exception '% is append-only', tg_table_name;
  end if;
  return new;
end $$;

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- What a person recognises a session of theirs by.
  user_agent text not null default '',
  last_seen_at timestamptz not null default now(),
  -- Where somebody has signed in before: the network's guesses do not hold them up there.
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

-- The secret of a person's authenticator app, sealed by the server. It counts once it is confirmed.
create table authenticators (
  user_id uuid primary key references users on delete cascade,
  sealed_secret bytea not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  -- The time step of the newest code that was used: none is good twice.
  last_step bigint not null default 0
);
create trigger refuse_closed_account before insert on authenticators
  for each row execute function refuse_closed_account('user_id');

-- Each signs in once when the authenticator is lost. Only hashes are kept.
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
  -- As the browser names it, in base64url.
  credential_id text not null constraint passkeys_credential_taken unique,
  public_key bytea not null,
  -- How often its device says it was used; most say 0 always.
  counter bigint not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id, created_at desc);
create trigger refuse_closed_account before insert on passkeys
  for each row execute function refuse_closed_account('user_id');

-- What a browser has to sign: good once, for a few minutes, and for what it was asked for only.
create table passkey_challenges (
  challenge text primary key,
  purpose text not null check (purpose in ('sign_in', 'proof', 'creation')),
  -- Nobody yet at sign-in.
  user_id uuid references users on delete cascade,
  expires_at timestamptz not null,
  constraint passkey_challenges_whose check ((purpose = 'sign_in') = (user_id is null))
);
create index passkey_challenges_over on passkey_challenges (expires_at);
create trigger refuse_closed_account before insert on passkey_challenges
  for each row execute function refuse_closed_account('user_id');

-- What was sent to an address to show that somebody reads it. Every code is good until it runs out, so that
-- asking for another ends none. Only hashes are kept.
create table email_codes (
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('verification', 'password')),
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (user_id, purpose, code_hash)
);
create index email_codes_over on email_codes (expires_at);
create trigger refuse_closed_account before insert on email_codes
  for each row execute function refuse_closed_account('user_id');

-- Counted by network for each code: nobody uses up the tries of somebody elsewhere.
create table email_code_tries (
  user_id uuid not null,
  purpose text not null,
  code_hash bytea not null,
  network text not null,
  tries integer not null,
  primary key (user_id, purpose, code_hash, network),
  foreign key (user_id, purpose, code_hash) references email_codes on delete cascade
);

-- Mails that have not left yet, each sealed by the server's secret: they hold codes. One that was sent, or
-- whose time is over, is deleted.
create table mails (
  id uuid primary key,
  sealed bytea not null,
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index mails_due on mails (tries, next_try_at);
create index mails_over on mails (expires_at);

-- While the mail server takes no mail there is one row, for all of our servers.
create table mail_outage (
  is_only boolean primary key default true check (is_only),
  since timestamptz not null default now(),
  tries integer not null default 1,
  next_try_at timestamptz not null
);

-- Limited calls of a minute, by whoever makes them, counted for all servers together. A crash of the
-- database may forget them.
create unlogged table call_counts (
  caller text primary key,
  started_at timestamptz not null,
  calls integer not null
);
create index call_counts_age on call_counts (started_at);

-- Wrong guesses of prepaid codes and passwords, by whoever guesses: accounts, network addresses.
-- Shared by all servers. A guess more than a day old is forgotten.
create table wrong_guesses (
  guesser text primary key,
  failures integer not null,
  last_failed_at timestamptz not null,
  blocked_until timestamptz not null
);
create index wrong_guesses_age on wrong_guesses (last_failed_at);

-- For how many seconds a guesser still has to wait; null for none. Guesses under one name are judged one
-- after the other: the lock is held to the end of the transaction that counts a wrong one, and what is
-- read after it is read anew. A wait of the whole network falls on those who guessed wrong there
-- themselves or are not known, so that one person's guesses hold up nobody else who pays or signs in.
-- A wait longer than the longest was written under another clock and counts as over.
create function guess_wait(
  own text, network text, is_known boolean, wait_seconds_max integer
) returns integer language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(7264, hashtext(own));
  return (
    select ceil(extract(epoch from max(blocked_until) - now()))
    from wrong_guesses
    where (guesser = own or guesser = network and not (is_known and not exists (
        select from wrong_guesses as own_guesses where own_guesses.guesser = own and failures > 0
      )))
      and blocked_until > now()
      and blocked_until <= now() + make_interval(secs => wait_seconds_max)
  );
end
$$;

create table devices (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users,
  label text not null,
  device_number text not null,
  -- Two devices of one owner have the same number only if whoever saved them did not ask, or wanted it so
  -- (docs/decisions/0040).
  shares_number boolean not null default false,
  device_name text,
  device_type text not null,
  -- Nobody acts in another's name: a device that names somebody else is closed to the public until that
  -- landlord accepts it (docs/decisions/0035).
  landlord_email text not null,
  landlord_is_owner boolean not null default false,
  landlord_accepted_at timestamptz,
  landlord_accepted boolean not null
    generated always as (landlord_is_owner or landlord_accepted_at is not null) stored,
  location text not null,
  duration_minutes integer not null check (duration_minutes > 0),
  minimum_duration_minutes integer check (minimum_duration_minutes > 0),
  coin_type text not null default 'quarter' check (coin_type in ('quarter', 'dollar')),
  price numeric(12, 2) not null check (price >= 0),
  status text not null default 'active' check (status in ('active', 'inactive', 'disabled')),
  -- Saved last by its owner with the power of an admin, and so open in their name.
  saved_as_admin boolean not null default false,
  -- A landlord account or an admin stands behind it, so that everybody may see it while it is active.
  is_hosted boolean not null default false,
  is_open boolean generated always as (status = 'active' and is_hosted) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  search_text text not null generated always as (search_form(
    device_number || chr(31) || coalesce(device_name, '') || chr(31) || label || chr(31) || location
  )) stored
);
create unique index devices_number_taken on devices (owner_id, number_form(device_number))
  where deleted_at is null and not shares_number;
create index devices_number_shared on devices (owner_id, number_form(device_number))
  where deleted_at is null and shares_number;
create index devices_owner on devices (owner_id, created_at desc);
create index devices_landlord on devices (landlord_email, created_at desc);
create index devices_to_accept on devices (landlord_email, created_at desc, id desc)
  where not landlord_accepted and deleted_at is null;
-- One for each audience (17-lists.sql) and kind, in the order of the lists.
create index devices_newest on devices (created_at desc, id desc) where deleted_at is null;
create index devices_kind on devices (device_type, status, created_at desc, id desc)
  where deleted_at is null;
create index devices_open on devices (created_at desc, id desc)
  where is_open and deleted_at is null;
create index devices_open_kind on devices (device_type, created_at desc, id desc)
  where is_open and deleted_at is null;
create index devices_closed_owner on devices (owner_id, created_at desc, id desc)
  where not is_open and deleted_at is null;
create index devices_closed_owner_kind
  on devices (owner_id, device_type, status, created_at desc, id desc)
  where not is_open and deleted_at is null;
create index devices_closed_landlord on devices (landlord_email, created_at desc, id desc)
  where not is_open and not landlord_is_owner and deleted_at is null;
create index devices_closed_landlord_kind
  on devices (landlord_email, device_type, status, created_at desc, id desc)
  where not is_open and not landlord_is_owner and deleted_at is null;
create index devices_text on devices using gin (search_text gin_trgm_ops);

create function is_hosted(device devices) returns boolean language sql stable as $$
  select device.landlord_accepted_at is not null or (
    device.landlord_is_owner and exists (
      select from users as host
      where host.id = device.owner_id
        and (host.user_type = 'landlord' or (device.saved_as_admin and is_admin(host)))
    )
  )
$$;

-- Whom payments at the device go to.
create function paid_to(device devices) returns text language sql stable as $$
  select case when device.landlord_accepted then device.landlord_email else (
    select email from users where id = device.owner_id
  ) end
$$;

-- The owner is kept from changing until the device is there. Who was accepted is nobody else.
create function describe_device() returns trigger language plpgsql as $$
begin
  select email = new.landlord_email into new.landlord_is_owner
    from users where id = new.owner_id for share;
  if new.landlord_is_owner or (tg_op = 'UPDATE' and new.landlord_email <> old.landlord_email
    and new.landlord_accepted_at is not distinct from old.landlord_accepted_at)
  then
    new.landlord_accepted_at = null;
  end if;
  new.is_hosted = is_hosted(new);
  return new;
end $$;
create trigger describe_device
  before insert or update of owner_id, landlord_email, landlord_accepted_at, saved_as_admin
  on devices for each row execute function describe_device();
create trigger refuse_closed_account before insert on devices
  for each row execute function refuse_closed_account('owner_id');

create function host_devices() returns trigger language plpgsql as $$
begin
  update devices set is_hosted = is_hosted(devices)
  where owner_id = new.id and landlord_is_owner and is_hosted <> is_hosted(devices);
  return null;
end $$;
create trigger host_devices after update of user_type, roles, email_verified on users
  for each row when (new.user_type <> old.user_type or is_admin(new) <> is_admin(old))
  execute function host_devices();

create table prepaid_codes (
  id uuid primary key default gen_random_uuid(),
  -- The issuer.
  user_id uuid not null references users,
  -- Whether the address of its issuer was verified when the code was issued. The times of the two cannot tell
  -- once the clock was set between them. null: issued before this was kept, so that times tell.
  issuer_was_verified boolean,
  -- Issued with the power of an admin, and so good at the devices of others.
  issued_as_admin boolean not null default false,
  code text not null,
  -- The code as it is compared: see codeKey in the server's prepaid-codes.
  lookup_key text not null,
  disabled boolean not null default false,
  -- These follow from ledger_entries: dollars put on the code in all, dollars left, and how many entries.
  balance numeric(12, 2) not null default 0,
  remaining_balance numeric(12, 2) not null default 0 check (remaining_balance >= 0),
  entries integer not null default 0,
  -- The holder. A code can be handed to somebody else: its entries up to then are the affair of whom it was
  -- for, and who holds it now sees what came after (docs/decisions/0034).
  customer_email text,
  holder_is_issuer boolean not null default false,
  entries_before_holder integer not null default 0,
  landlord_email text,
  customer_name text,
  phone_number text,
  location text,
  -- A code may end at a moment; what is left on it then goes back to its issuer.
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  search_text text not null generated always as (lower(code)) stored,
  check (remaining_balance <= balance)
);
-- A deleted code frees its text.
create unique index prepaid_codes_code_taken on prepaid_codes (lookup_key)
  where deleted_at is null;
create index prepaid_codes_expiry on prepaid_codes (expires_at)
  where remaining_balance > 0 and deleted_at is null;
-- Where the address of an account may stand that is closed.
create index prepaid_codes_customer on prepaid_codes (customer_email) where customer_email is not null;
create index prepaid_codes_landlord on prepaid_codes (landlord_email) where landlord_email is not null;
-- One for each audience (17-lists.sql) and kind, in the order of the lists.
create index prepaid_codes_newest on prepaid_codes (disabled, created_at desc, id desc)
  where deleted_at is null;
create index prepaid_codes_issuer on prepaid_codes (user_id, disabled, created_at desc, id desc)
  where deleted_at is null;
create index prepaid_codes_holder
  on prepaid_codes (customer_email, disabled, created_at desc, id desc)
  where deleted_at is null and not holder_is_issuer;
-- The few codes that somebody issued to themselves, found without reading all that they issued.
create index prepaid_codes_own on prepaid_codes (user_id)
  where holder_is_issuer and deleted_at is null;
create index prepaid_codes_text on prepaid_codes using gin (search_text gin_trgm_ops);

create function describe_code() returns trigger language plpgsql as $$
begin
  new.holder_is_issuer = exists (
    select from users where id = new.user_id and email = new.customer_email
  );
  if tg_op = 'UPDATE' and new.customer_email is distinct from old.customer_email then
    new.entries_before_holder = new.entries;
  end if;
  return new;
end $$;
create trigger describe_code before insert or update of user_id, customer_email on prepaid_codes
  for each row execute function describe_code();

create function note_issuer() returns trigger language plpgsql as $$
begin
  select email_verified into new.issuer_was_verified from users where id = new.user_id;
  return new;
end $$;
create trigger note_issuer before insert on prepaid_codes
  for each row execute function note_issuer();
create trigger refuse_closed_account before insert on prepaid_codes
  for each row execute function refuse_closed_account('user_id');

create function refuse_balance_without_entry() returns trigger language plpgsql as $$
begin
  -- Depth 1 is a statement of our own, 2 the one inside apply_ledger_entry.
  if pg_trigger_depth() < 2 then
    raise exception 'a balance changes by a ledger entry only';
  end if;
  return new;
end $$;
create trigger refuse_initial_balance before insert on prepaid_codes
  for each row when (new.balance <> 0 or new.remaining_balance <> 0)
  execute function refuse_balance_without_entry();
create trigger refuse_balance_without_entry before update on prepaid_codes
  for each row when (
    new.balance <> old.balance or new.remaining_balance <> old.remaining_balance
    or new.entries <> old.entries
  )
  execute function refuse_balance_without_entry();

create table transactions (
  id uuid primary key default gen_random_uuid(),
  device_id uuid not null references devices,
  payer_id uuid not null references users,
  prepaid_code_id uuid references prepaid_codes,
  -- What follows is of the moment of the payment; one by card, of the moment in which it was begun.
  owner_id uuid not null references users,
  device_number text not null,
  device_label text not null,
  location text not null,
  paid_to text not null,
  -- Whom it was paid to, where that is neither the owner of the device nor the payer.
  landlord_email text,
  amount numeric(12, 2) not null check (amount >= 0),
  duration_minutes integer not null check (duration_minutes > 0),
  payment_method text not null check (payment_method in ('credit_card', 'prepaid_code')),
  customer_name text,
  customer_email text,
  -- The card processor's own id of the charge.
  processor_reference text unique,
  created_at timestamptz not null default now(),
  search_text text not null generated always as (search_form(
    device_number || chr(31) || coalesce(customer_name, '')
  )) stored,
  check ((payment_method = 'prepaid_code') = (prepaid_code_id is not null)),
  check ((payment_method = 'credit_card') = (processor_reference is not null))
);
create index transactions_device on transactions (device_id, created_at desc);
create index transactions_customer on transactions (customer_email) where customer_email is not null;
-- One for each audience (17-lists.sql) and kind, in the order of the lists.
create index transactions_newest on transactions (payment_method, created_at desc, id desc);
create index transactions_payer on transactions (payer_id, payment_method, created_at desc, id desc);
create index transactions_owner on transactions (owner_id, payment_method, created_at desc, id desc)
  where owner_id <> payer_id;
create index transactions_landlord
  on transactions (landlord_email, payment_method, created_at desc, id desc)
  where landlord_email is not null;
create index transactions_text on transactions
  using gin ((id::text) gin_trgm_ops, search_text gin_trgm_ops);

create trigger append_only before delete or truncate on transactions
  for each statement execute function refuse_change_of_history();
create trigger append_only_rows before update on transactions for each row
  execute function refuse_other_than_forgetting(
    'customer_name', 'customer_email', 'landlord_email', 'paid_to');

-- A payment shares the accounts of its payer and of the device's owner, and then the device, which its
-- foreign keys do anyway: nothing that it writes down is of a moment before one of them was closed. What
-- a card has paid already is written down whatever became of the account.
create function share_payment(payer uuid, paid_device uuid, is_begun boolean) returns devices
  language plpgsql as $$
declare
  person record;
  device devices;
begin
  for person in
    select id, closed_at from users
    where id = any (array[payer, (select owner_id from devices where id = paid_device)])
    order by id for key share
  loop
    if person.closed_at is not null and not is_begun then
      raise exception 'an account is closed' using errcode = 'check_violation',
        constraint = case person.id when payer then 'account_closed' else 'device_of_closed_account' end;
    end if;
  end loop;
  select * into device from devices where id = paid_device for key share;
  return device;
end $$;

create function describe_transaction() returns trigger language plpgsql as $$
declare
  device devices := share_payment(new.payer_id, new.device_id, new.payment_method = 'credit_card');
begin
  new.owner_id = device.owner_id;
  new.device_label = coalesce(new.device_label, device.label);
  new.location = coalesce(new.location, device.location);
  new.paid_to = coalesce(new.paid_to, paid_to(device));
  if not exists (
    select from users where id in (new.owner_id, new.payer_id) and email = new.paid_to
  ) then
    new.landlord_email = new.paid_to;
  end if;
  return new;
end $$;
create trigger describe_transaction before insert on transactions
  for each row execute function describe_transaction();

-- An intention to pay by card. The processor is asked only after this row is kept, so that whatever
-- happens in between, somebody knows what to ask it for. Its transaction, once paid, has the same id.
create table card_payments (
  id uuid primary key default gen_random_uuid(),
  device_id uuid not null references devices,
  payer_id uuid not null references users,
  device_number text not null,
  device_label text not null,
  location text not null,
  paid_to text not null,
  amount numeric(12, 2) not null check (amount >= 0),
  duration_minutes integer not null check (duration_minutes > 0),
  customer_name text not null,
  customer_email text not null,
  -- Of the customer, for the receipt.
  language text not null default 'en',
  -- The card processor's own id of the charge, which means something to the processor, and the account
  -- there, that gave it. null: Stripe's accounts were not kept at first.
  processor_reference text unique,
  processor text check (processor in ('sandbox', 'stripe')),
  processor_account text,
  status text not null default 'pending' constraint card_payments_status_check
    check (status in ('pending', 'completed', 'failed', 'refunded', 'unmatched')),
  -- What the processor took otherwise than it was asked to.
  difference text,
  -- So often, and not before this moment, the processor is asked by us.
  asks integer not null default 0,
  next_ask_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  check (status in ('pending', 'failed') or processor_reference is not null),
  check ((processor is null) = (processor_reference is null)),
  check ((status = 'unmatched') = (difference is not null))
);
create index card_payments_due on card_payments (next_ask_at) where status = 'pending';
create index card_payments_open on card_payments (created_at)
  where status in ('pending', 'unmatched');
-- Where the address of an account may stand that is closed.
create index card_payments_payer on card_payments (payer_id);
create index card_payments_customer on card_payments (customer_email);
create index card_payments_paid_to on card_payments (paid_to);

create function describe_card_payment() returns trigger language plpgsql as $$
declare
  device devices := share_payment(new.payer_id, new.device_id, false);
begin
  new.device_label = device.label;
  new.location = device.location;
  new.paid_to = paid_to(device);
  return new;
end $$;
create trigger describe_card_payment before insert on card_payments
  for each row execute function describe_card_payment();

-- Of card payments and refunds. What the processor took, or gave back, otherwise than it was asked to, is
-- unmatched for good: nobody's payment. And whose a reference is never changes.
create function refuse_other_changes() returns trigger language plpgsql as $$
declare
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
  whose text[] := array['processor', 'processor_account', 'processor_reference'];
  moving text[] := whose || array['status', 'difference', 'asks', 'next_ask_at'];
begin
  if tg_table_name = 'card_payments'
    and is_forgetting(before, after, array['customer_name', 'customer_email', 'paid_to'])
  then
    return new;
  end if;
  if before - moving <> after - moving
    or (before ->> 'processor' is not null and exists (
      select from unnest(whose) as name where before -> name is distinct from after -> name))
    or (old.status, new.status) not in (('pending', 'pending'), ('pending', 'completed'),
      ('pending', 'failed'), ('pending', 'unmatched'), ('completed', 'refunded'))
  then
    raise exception '% only go on from one status to the next', tg_table_name;
  end if;
  return new;
end $$;
create trigger refuse_other_changes before update on card_payments
  for each row execute function refuse_other_changes();
create trigger keep before delete or truncate on card_payments
  for each statement execute function refuse_change_of_history();

-- A card payment is completed together with its transaction.
create function require_transaction() returns trigger language plpgsql as $$
begin
  if not exists (
    select from transactions
    where id = new.id and amount = new.amount and payer_id = new.payer_id
      and device_id = new.device_id and processor_reference = new.processor_reference
  ) then
    raise exception 'a completed card payment needs its transaction';
  end if;
  return null;
end $$;
create constraint trigger require_transaction after insert or update on card_payments
  deferrable initially deferred for each row when (new.status in ('completed', 'refunded'))
  execute function require_transaction();

-- Money that goes back to where a payment came from.
create table refunds (
  id uuid primary key default gen_random_uuid(),
  transaction_id uuid not null references transactions,
  amount numeric(12, 2) not null check (amount > 0),
  reason text not null,
  actor_id uuid not null references users,
  status text not null default 'pending'
    check (status in ('pending', 'completed', 'failed', 'unmatched')),
  -- As in card_payments.
  processor text check (processor in ('sandbox', 'stripe')),
  processor_account text,
  difference text,
  asks integer not null default 0,
  next_ask_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  check ((status = 'unmatched') = (difference is not null))
);
create index refunds_transaction on refunds (transaction_id, created_at);
create index refunds_due on refunds (next_ask_at) where status = 'pending';
create index refunds_open on refunds (created_at) where status in ('pending', 'unmatched');

create trigger refuse_closed_account before insert on refunds
  for each row execute function refuse_closed_account('actor_id');
create trigger refuse_other_changes before update on refunds
  for each row execute function refuse_other_changes();
create trigger keep before delete or truncate on refunds
  for each statement execute function refuse_change_of_history();

-- The payment's row is locked, as only the owner of the tables may, so refunds come one by one. Without
-- pg_temp at the end a temporary table of the server's user would stand in for a real one.
create function refuse_refund_beyond_payment() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  paid numeric;
  refunded numeric;
begin
  select amount into paid from transactions where id = new.transaction_id for update;
  select coalesce(sum(amount), 0) into refunded from refunds
    where transaction_id = new.transaction_id and status <> 'failed';
  if refunded + new.amount > paid then
    raise exception 'refunds of a payment are never more than was paid'
      using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
  return new;
end $$;
create trigger refuse_refund_beyond_payment before insert on refunds
  for each row execute function refuse_refund_beyond_payment();

-- What came in and what was given back, each on its day.
create view takings with (security_invoker = true) as
  select device_id, payer_id, owner_id, landlord_email, paid_to, created_at, amount, 1 as cycles
  from transactions
  union all
  select paid.device_id, paid.payer_id, paid.owner_id, paid.landlord_email, paid.paid_to,
    refunds.created_at, -refunds.amount, 0
  from refunds join transactions paid on paid.id = refunds.transaction_id
  where refunds.status = 'completed';

-- Card payments and refunds to cards that have not come to an end.
create view open_cards with (security_invoker = true) as
  select id, 'payment' as kind, status, amount, processor, processor_account, processor_reference,
    difference, created_at
  from card_payments where status in ('pending', 'unmatched')
  union all
  select refund.id, 'refund', refund.status, refund.amount, refund.processor,
    refund.processor_account, paid.processor_reference, refund.difference, refund.created_at
  from refunds as refund join transactions as paid on paid.id = refund.transaction_id
  where refund.status in ('pending', 'unmatched');

-- Every movement of money is one row that takes an amount from one account and gives it to another, so
-- the books balance by their form. Accounts are names: what a code holds (code:…), what its issuer took
-- for codes (sold:…), what a device earned (takings:…), what the card processor holds (card), what was
-- corrected (corrections:…), what was left on codes that ended (expired:…).
create table ledger_entries (
  id uuid primary key default gen_random_uuid(),
  reason text not null,
  amount numeric(12, 2) not null check (amount >= 0),
  debit_account text not null,
  credit_account text not null,
  prepaid_code_id uuid references prepaid_codes,
  -- The history of a code is in the order in which its entries changed it, as the code was locked, each
  -- with what was left then. The time of an entry is that of the beginning of its transaction.
  code_entry integer,
  balance_after numeric(12, 2),
  transaction_id uuid references transactions,
  refund_id uuid unique references refunds,
  -- What somebody wrote to explain an adjustment.
  note text,
  actor_id uuid not null references users,
  created_at timestamptz not null default now(),
  -- What each reason moves from where to where.
  constraint ledger_entries_accounts check (coalesce(case reason
    when 'issue' then debit_account like 'sold:%' and credit_account = 'code:' || prepaid_code_id
      and transaction_id is null
    when 'top_up' then debit_account like 'sold:%' and credit_account = 'code:' || prepaid_code_id
      and transaction_id is null
    when 'redemption' then debit_account = 'code:' || prepaid_code_id
      and credit_account like 'takings:%' and transaction_id is not null
    when 'card_payment' then debit_account = 'card' and credit_account like 'takings:%'
      and transaction_id is not null and prepaid_code_id is null
    when 'refund' then debit_account like 'takings:%'
      and credit_account = coalesce('code:' || prepaid_code_id, 'card')
      and transaction_id is not null
    when 'adjustment' then transaction_id is null and note is not null and (
      (debit_account like 'corrections:%' and credit_account = 'code:' || prepaid_code_id)
      or (debit_account = 'code:' || prepaid_code_id and credit_account like 'corrections:%'))
    when 'expiry' then transaction_id is null and (
      (debit_account = 'code:' || prepaid_code_id and credit_account like 'expired:%')
      or (debit_account like 'expired:%' and credit_account = 'code:' || prepaid_code_id))
  end, false)),
  constraint ledger_entries_order check (
    (prepaid_code_id is null) = (code_entry is null) and (code_entry is null) = (balance_after is null)
    and balance_after >= 0
  ),
  constraint ledger_entries_refund check ((reason = 'refund') = (refund_id is not null)),
  constraint ledger_entries_note check ((reason = 'adjustment') = (note is not null))
);
create unique index ledger_entries_of_code on ledger_entries (prepaid_code_id, code_entry);
create unique index ledger_entries_payment on ledger_entries (transaction_id)
  where reason in ('redemption', 'card_payment');
-- What the end of codes took under a clock that was ahead.
create index ledger_entries_expiry on ledger_entries (created_at) where reason = 'expiry';
create trigger append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change_of_history();

-- A balance has one writer: the ledger. Put on a code in all: what was issued, topped up and added by
-- adjustments.
create function apply_ledger_entry() returns trigger language plpgsql as $$
begin
  update prepaid_codes set
    entries = entries + 1,
    balance = balance + case
      when new.reason in ('issue', 'top_up') then new.amount
      when new.reason = 'adjustment' and new.credit_account = 'code:' || id then new.amount
      else 0 end,
    remaining_balance = remaining_balance
      + case when new.credit_account = 'code:' || id then new.amount else -new.amount end
  where id = new.prepaid_code_id
  returning entries, remaining_balance into new.code_entry, new.balance_after;
  return new;
end $$;
create trigger apply_ledger_entry before insert on ledger_entries
  for each row when (new.prepaid_code_id is not null) execute function apply_ledger_entry();

-- What an entry does to the code that it names.
create view code_movements with (security_invoker = true) as
  select id, prepaid_code_id, transaction_id, reason, note, refund_id, actor_id, created_at,
    case when credit_account = 'code:' || prepaid_code_id then amount else -amount end as amount,
    code_entry, balance_after
  from ledger_entries where prepaid_code_id is not null;

-- A payment that no entry explains, or that its entry explains otherwise, is not kept.
create function require_ledger_entry() returns trigger language plpgsql as $$
begin
  if not exists (
    select from ledger_entries
    where transaction_id = new.id and amount = new.amount and created_at = new.created_at
      and credit_account = 'takings:' || new.device_id
      and prepaid_code_id is not distinct from new.prepaid_code_id
      and reason in ('redemption', 'card_payment')
  ) then
    raise exception 'a payment needs a ledger entry of its amount';
  end if;
  return null;
end $$;
create constraint trigger require_ledger_entry after insert on transactions
  deferrable initially deferred for each row execute function require_ledger_entry();

-- A refund that says it is completed has moved its amount back along the way of its payment.
create function require_refund_entry() returns trigger language plpgsql as $$
begin
  if not exists (
    select from ledger_entries entry join transactions paid on paid.id = entry.transaction_id
    where entry.refund_id = new.id and entry.transaction_id = new.transaction_id
      and entry.amount = new.amount
      and entry.debit_account = 'takings:' || paid.device_id
      and entry.prepaid_code_id is not distinct from paid.prepaid_code_id
  ) then
    raise exception 'a refund needs a ledger entry of its amount';
  end if;
  return null;
end $$;
create constraint trigger require_refund_entry after insert or update on refunds
  deferrable initially deferred for each row when (new.status = 'completed')
  execute function require_refund_entry();

-- A refund's entry belongs to a refund that is completed when the work is done.
create function require_refund() returns trigger language plpgsql as $$
begin
  if not exists (select from refunds where id = new.refund_id and status = 'completed') then
    raise exception 'an entry of a refund needs a completed refund';
  end if;
  return null;
end $$;
create constraint trigger require_refund after insert on ledger_entries
  deferrable initially deferred for each row when (new.reason = 'refund')
  execute function require_refund();

-- What was answered to a call that creates or moves money, by the key that the caller gave it: a
-- repetition gets the same answer, and does nothing.
create table idempotency_keys (
  user_id uuid not null references users on delete cascade,
  key text not null,
  -- Of the call and its body, under a secret of the server: a body may hold a prepaid code.
  request_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  constraint idempotency_keys_used primary key (user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
-- The refusals that an account's keys stand for, of which so many are kept.
create index idempotency_keys_refused on idempotency_keys (user_id, created_at)
  where answer ? 'refusal';
create trigger refuse_closed_account before insert on idempotency_keys
  for each row execute function refuse_closed_account('user_id');

-- Devices and codes that were made in an account before its address was shown to be somebody else's
-- than whoever registered it: out of use until the owner of the address keeps or removes them.
create table left_behind (
  -- Of the device or code.
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  device_id uuid references devices on delete cascade,
  prepaid_code_id uuid references prepaid_codes on delete cascade,
  was_in_use boolean not null,
  created_at timestamptz not null,
  check (id = coalesce(device_id, prepaid_code_id) and num_nonnulls(device_id, prepaid_code_id) = 1)
);
create index left_behind_user on left_behind (user_id, created_at desc, id desc);
create index left_behind_device on left_behind (device_id) where device_id is not null;
create index left_behind_code on left_behind (prepaid_code_id) where prepaid_code_id is not null;
create trigger refuse_closed_account before insert on left_behind
  for each row execute function refuse_closed_account('user_id');

create table resources (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users,
  -- json, not jsonb, which would put the keys into another order than they were written in.
  document json not null check (json_typeof(document) = 'object'),
  -- Known without reading the document itself.
  bytes integer not null generated always as (octet_length(document::text)) stored,
  created_at timestamptz not null default now(),
  -- The record as compact JSON with its id first.
  search_text text not null generated always as (search_form(
    '{"id":"' || id::text || '"'
      || case when document::text = '{}' then '}' else ',' || substr(document::text, 2) end
  )) stored
);
create index resources_owner on resources (owner_id, created_at desc, id desc);
create trigger refuse_closed_account before insert on resources
  for each row execute function refuse_closed_account('owner_id');

-- Who did what to what, when and from where. Without references: it outlives what it tells of.
create table audit_events (
  id uuid primary key default gen_random_uuid(),
  -- Of the precision that the API has, so that the last row of a part is the start of the next.
  created_at timestamptz(3) not null default clock_timestamp(),
  action text not null,
  actor_id uuid,
  actor_email text,
  subject_id uuid,
  subject text not null,
  details jsonb not null,
  address text not null,
  user_agent text not null,
  search_text text not null generated always as (search_form(
    coalesce(actor_email, '') || chr(31) || subject || chr(31) || address || chr(31)
      || coalesce(subject_id::text, '')
  )) stored
);
create index audit_events_newest on audit_events (created_at desc, id desc);
create index audit_events_action on audit_events (action, created_at desc, id desc);
create index audit_events_actor on audit_events (actor_id, created_at desc, id desc);
create index audit_events_text on audit_events using gin (search_text gin_trgm_ops);

create trigger append_only before delete or truncate on audit_events
  for each statement execute function refuse_change_of_history();
create trigger append_only_rows before update on audit_events for each row
  execute function refuse_other_than_forgetting('actor_email', 'subject', 'details');

-- An event that is written down while an account of its is being closed waits, and does not name it.
create function name_no_closed_account() returns trigger language plpgsql as $$
declare
  person record;
begin
  for person in
    select id, email, closed_at from users where id in (new.actor_id, new.subject_id)
    order by id for key share
  loop
    if person.closed_at is null then continue; end if;
    if person.id = new.actor_id then new.actor_email = person.email; end if;
    if person.id = new.subject_id then new.subject = person.email; end if;
  end loop;
  return new;
end $$;
create trigger name_no_closed_account before insert on audit_events
  for each row execute function name_no_closed_account();

-- Lists stay as quick over a million rows as over a thousand: each is made of audiences, whose rows one
-- index delivers newest first, and whose number is kept in tallies (docs/decisions/0024).

-- Which audiences a row belongs to. Those that one person is part of have no row in common.
create function audiences(device devices) returns text[] language sql immutable as $$
  select case
    when device.deleted_at is not null then '{}'
    when device.is_open then array['devices', 'open devices']
    when device.landlord_is_owner then array['devices', 'devices of ' || device.owner_id]
    else array['devices', 'devices of ' || device.owner_id, 'devices of ' || device.landlord_email]
  end
$$;
create function audiences(code prepaid_codes) returns text[] language sql immutable as $$
  select case
    when code.deleted_at is not null then '{}'
    when code.holder_is_issuer or code.customer_email is null
      then array['codes', 'codes by ' || code.user_id]
    else array['codes', 'codes by ' || code.user_id, 'codes for ' || code.customer_email]
  end
$$;
create function audiences(paid transactions) returns text[] language sql immutable as $$
  select array['transactions', 'transactions by ' || paid.payer_id]
    || case when paid.owner_id <> paid.payer_id then array['transactions at ' || paid.owner_id] end
    || case when paid.landlord_email is not null then array['transactions at ' || paid.landlord_email] end
$$;
create function audiences(person users) returns text[] language sql immutable as $$
  select case when person.closed_at is null then array['users'] else '{}'::text[] end
$$;
create function audiences(event audit_events) returns text[] language sql immutable as $$
  select array['audit events']
$$;

-- What the filters of a list ask for.
create function kind(device devices) returns text language sql immutable as $$
  select device.device_type || ' ' || device.status
$$;
create function kind(code prepaid_codes) returns text language sql immutable as $$
  select case when code.disabled then 'disabled' else 'enabled' end
$$;
create function kind(paid transactions) returns text language sql immutable as $$
  select paid.payment_method
$$;
create function kind(person users) returns text language sql immutable as $$
  select person.user_type
$$;
create function kind(event audit_events) returns text language sql immutable as $$
  select event.action
$$;

create function month_of(moment timestamptz) returns date language sql immutable as $$
  select date_trunc('month', moment at time zone 'UTC')::date
$$;

-- How many rows of a kind an audience has in a month (UTC), and at 'infinity' in all months. Changes are
-- added in parts, and a row may be taken off in a part before the one that brought it: a tally is below
-- zero until then. What lists show is the tally and what waits for it, which is exact.
create table tallies (
  audience text not null,
  month date not null,
  kind text not null,
  rows bigint not null,
  primary key (audience, month, kind)
);
-- What is not yet added to the tallies: written without waiting for anybody else who writes.
create table tally_changes (
  audience text not null,
  month date not null,
  kind text not null,
  change integer not null
);
create index tally_changes_audience on tally_changes (audience);

create function tally() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and audiences(new) = audiences(old) and kind(new) = kind(old) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    insert into tally_changes
      select unnest(audiences(old)), month_of(old.created_at), kind(old), -1;
  end if;
  if tg_op <> 'DELETE' then
    insert into tally_changes
      select unnest(audiences(new)), month_of(new.created_at), kind(new), 1;
  end if;
  return null;
end $$;
create trigger tally after insert or update or delete on devices
  for each row execute function tally();
create trigger tally after insert or update or delete on prepaid_codes
  for each row execute function tally();
-- Payments count for those whom they were paid to, whatever name stands for them.
create trigger tally after insert or update of landlord_email on transactions
  for each row execute function tally();
create trigger tally after insert or delete or update of user_type, closed_at on users
  for each row execute function tally();
create trigger tally after insert on audit_events
  for each row execute function tally();

-- Adds some of the changes to the tallies, unless somebody else is doing it. Says whether as many wait.
create function fold_tallies(at_once integer) returns boolean language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if not pg_try_advisory_xact_lock(7264656) then
    return false;
  end if;
  with taken as (
    delete from tally_changes
    where ctid = any (array(select ctid from tally_changes limit at_once)) returning *
  )
  merge into tallies using (
    select audience, coalesce(month, 'infinity') as month, kind, sum(change) as change from taken
    group by grouping sets ((audience, month, kind), (audience, kind))
    having sum(change) <> 0
  ) as sum
  on tallies.audience = sum.audience and tallies.month = sum.month and tallies.kind = sum.kind
  when matched then update set rows = rows + change
  when not matched then insert values (audience, month, kind, change);
  return (select count(*) from (select from tally_changes limit at_once) as waiting) = at_once;
end $$;

-- What the tallies must be.
create view counted_tallies with (security_invoker = true) as
  select audience, coalesce(month, 'infinity') as month, kind, count(*) as rows
  from (
    select unnest(audiences(devices)) as audience, month_of(created_at) as month, kind(devices) as kind
      from devices
    union all select unnest(audiences(prepaid_codes)), month_of(created_at), kind(prepaid_codes)
      from prepaid_codes
    union all select unnest(audiences(transactions)), month_of(created_at), kind(transactions)
      from transactions
    union all select unnest(audiences(users)), month_of(created_at), kind(users) from users
    union all select unnest(audiences(audit_events)), month_of(created_at), kind(audit_events)
      from audit_events
  ) as row
  group by grouping sets ((audience, month, kind), (audience, kind));

-- Takes the name and the address of an account off some of the history that has them, in the transaction
-- that closes it. It does nothing with an address that an account has.
-- Returns how many rows it changed: fewer than in one go when nothing is left.
create function forget_in_history(account uuid, old_email text, at_once integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  nobody text := closed_name(account);
  pattern text := '%' || regexp_replace(search_form(old_email), '([\\%_])', '\\\1', 'g') || '%';
  changed integer;
begin
  if not exists (select from users where id = account and closed_at = now())
    or exists (select from users where email = old_email)
  then
    raise exception 'only an account that is being closed is forgotten';
  end if;

  with chosen as (
    select id from transactions
    where payer_id = account
      and (customer_name is not null or customer_email is not null or paid_to = old_email)
    union select id from transactions
    where owner_id = account and owner_id <> payer_id and paid_to = old_email
    union select id from transactions where landlord_email = old_email
    union select id from transactions where customer_email = old_email
    union select id from transactions
    where device_id in (select id from devices where landlord_email = old_email) and paid_to = old_email
    limit at_once
  )
  update transactions as paid set
    customer_name = case when payer_id <> account and customer_email is distinct from old_email
      then customer_name end,
    customer_email = case when payer_id <> account then nullif(customer_email, old_email) end,
    landlord_email = case landlord_email when old_email then nobody else landlord_email end,
    paid_to = case paid_to when old_email then nobody else paid_to end
  from chosen where paid.id = chosen.id;
  get diagnostics changed = row_count;
  if changed > 0 then return changed; end if;

  with chosen as (
    select id from card_payments where payer_id = account and (customer_name <> '' or customer_email <> '')
    union select id from card_payments where customer_email = old_email
    union select id from card_payments where paid_to = old_email
    limit at_once
  )
  update card_payments as card set
    customer_name = case when payer_id <> account and customer_email <> old_email
      then customer_name else '' end,
    customer_email = case when payer_id <> account and customer_email <> old_email
      then customer_email else '' end,
    paid_to = case paid_to when old_email then nobody else paid_to end
  from chosen where card.id = chosen.id;
  get diagnostics changed = row_count;
  if changed > 0 then return changed; end if;

  with chosen as (
    select id from audit_events where actor_id = account
      and (actor_email = old_email or (action = 'account_renamed' and details ? 'full_name'))
    union select id from audit_events
    where search_text like pattern and (actor_email = old_email or lower(subject) = old_email)
    union select id from audit_events
    where action = 'device_changed'
      and old_email = any (string_to_array(details ->> 'landlord_email', ' → '))
    limit at_once
  )
  update audit_events as event set
    actor_email = case actor_email when old_email then nobody else actor_email end,
    subject = case
      when lower(subject) = old_email then nobody
      -- The name of a passkey is its owner's own text.
      when actor_id = account and action in ('passkey_added', 'passkey_removed') then ''
      else subject
    end,
    details = details
      - case when action = 'account_renamed' and actor_id = account then 'full_name' else '' end
      - case when old_email = any (string_to_array(details ->> 'landlord_email', ' → '))
          then 'landlord_email' else '' end
  from chosen where event.id = chosen.id;
  get diagnostics changed = row_count;
  return changed;
end $$;

-- Takes away what is counted for an address that no row is counted for any more.
create function forget_tallies(address text) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  known text[] := array['devices of ' || address, 'codes for ' || address, 'transactions at ' || address];
begin
  -- The lock of fold_tallies.
  perform pg_advisory_xact_lock(7264656);
  with taken as (delete from tally_changes where audience = any (known) returning *)
  merge into tallies using (
    select audience, coalesce(month, 'infinity') as month, kind, sum(change) as change from taken
    group by grouping sets ((audience, month, kind), (audience, kind))
    having sum(change) <> 0
  ) as sum
  on tallies.audience = sum.audience and tallies.month = sum.month and tallies.kind = sum.kind
  when matched then update set rows = rows + change
  when not matched then insert values (audience, month, kind, change);
  delete from tallies where audience = any (known) and rows = 0;
end $$;

-- The name of this installation, which the card processor keeps beside each charge. It is made by the
-- first start, so that a restored backup keeps its own.
create table installation (
  id uuid primary key default gen_random_uuid(),
  is_only boolean not null default true unique check (is_only)
);

-- Sealed by the server's secret, so that a start with another one is noticed: at most one row.
create table known_secret (
  is_only boolean primary key default true check (is_only),
  sealed bytea not null
);
