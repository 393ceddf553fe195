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
  -- These follow from ledger_entries: dollars put on the code in all, dollars left, how many entries, and
  -- whether anything is left.
  balance numeric(12, 2) not null default 0,
  remaining_balance numeric(12, 2) not null default 0 check (remaining_balance >= 0),
  entries integer not null default 0,
  has_balance boolean not null default false,
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
)
-- Pages keep room for the next version of a row, which then needs no entry in any index.
with (fillfactor = 90);
-- A deleted code frees its text.
create unique index prepaid_codes_code_taken on prepaid_codes (lookup_key)
  where deleted_at is null;
-- Not by the balance itself, so that a payment needs no entry in any index.
create index prepaid_codes_end on prepaid_codes (expires_at)
  where has_balance and deleted_at is null;
-- Where the address of an account may stand that is closed.
create index prepaid_codes_customer on prepaid_codes (customer_email) where customer_email is not null;
create index prepaid_codes_landlord on prepaid_codes (landlord_email) where landlord_email is not null;
-- One for each audience (17-lists.sql) and facet, in the order of the lists.
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
    or new.has_balance <> old.has_balance or new.entries <> old.entries
  )
  execute function refuse_balance_without_entry();
