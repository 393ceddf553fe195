-- Codes issued by one call.
create table code_batches (
  id uuid primary key default gen_random_uuid(),
  -- The issuer.
  user_id uuid not null references users,
  issued_as_admin boolean not null,
  tag text,
  codes integer not null,
  balance numeric(12, 2) not null,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  search_text text not null generated always as (normalize_search_text(coalesce(tag, ''))) stored
);
create index code_batches_issuer on code_batches (user_id, created_at desc, id desc);
create trigger refuse_closed_account before insert on code_batches
  for each row execute function refuse_closed_account('user_id');

create table prepaid_codes (
  id uuid primary key default gen_random_uuid(),
  -- The issuer.
  user_id uuid not null references users,
  -- Whether the issuer's address was verified at the time; timestamps cannot tell if the clock was set in between.
  -- null: issued before this was recorded, so timestamps tell.
  issuer_was_verified boolean,
  -- Issued by an admin, so valid at devices of others.
  issued_as_admin boolean not null default false,
  code text not null,
  -- The form in which codes are compared, by codeKey in server/codes/prepaid-codes.
  lookup_key text not null,
  disabled boolean not null default false,
  -- Derived from ledger_entries: dollars ever put on the code, dollars left, number of entries, and whether
  -- anything is left.
  balance numeric(12, 2) not null default 0,
  remaining_balance numeric(12, 2) not null default 0 check (remaining_balance >= 0),
  entry_count integer not null default 0,
  has_remaining_balance boolean not null default false,
  -- The holder. After a code changes hands, its new holder sees later entries only.
  customer_email text,
  holder_is_issuer boolean not null default false,
  entry_count_at_transfer integer not null default 0,
  landlord_email text,
  customer_name text,
  phone_number text,
  location text,
  -- Issuers sort their codes by it.
  tag text,
  batch_id uuid constraint prepaid_codes_batch references code_batches,
  -- The code's line in its batch.
  batch_line integer,
  -- What is left when the code expires returns to its issuer.
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  search_text text not null generated always as (lower(code)) stored,
  -- Searchable facts about the holder.
  customer_search_text text,
  check (remaining_balance <= balance)
)
-- Leaves room in each page, so that a new version of a row needs no index entries.
with (fillfactor = 90);
-- Deleting a code frees its text.
create unique index prepaid_codes_code_taken on prepaid_codes (lookup_key)
  where deleted_at is null;
-- Not on the balance itself, so that a payment needs no index entry.
create index prepaid_codes_expiry on prepaid_codes (expires_at)
  where has_remaining_balance and deleted_at is null;
-- Where the address of a closed account may be.
create index prepaid_codes_customer on prepaid_codes (customer_email) where customer_email is not null;
create index prepaid_codes_landlord on prepaid_codes (landlord_email) where landlord_email is not null;
create index prepaid_codes_batch_lines on prepaid_codes (batch_id, batch_line)
  where batch_id is not null;
-- One for each audience (30-lists.sql) and facet, in the order of the lists.
create index prepaid_codes_newest on prepaid_codes (disabled, created_at desc, id desc)
  where deleted_at is null;
create index prepaid_codes_issuer on prepaid_codes (user_id, disabled, created_at desc, id desc)
  where deleted_at is null;
create index prepaid_codes_holder
  on prepaid_codes (customer_email, disabled, created_at desc, id desc)
  where deleted_at is null and not holder_is_issuer;
-- The few codes that users issued to themselves.
create index prepaid_codes_own on prepaid_codes (user_id)
  where holder_is_issuer and deleted_at is null;
create index prepaid_codes_text on prepaid_codes using gin (search_text gin_trgm_ops);
create index prepaid_codes_customer_text on prepaid_codes
  using gin (customer_search_text gin_trgm_ops) where customer_search_text is not null;
-- Codes without hyphens, and facts as in users_folded.
create index prepaid_codes_folded on prepaid_codes using gin (
replace(search_text, '-', '') gin_trgm_ops, (
  case when octet_length(customer_search_text) <> length(customer_search_text) then
    replace(replace(replace(replace(translate(
      lower(normalize(regexp_replace(normalize(customer_search_text, NFKD),
        '[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff]', '', 'g'), NFKC)),
      'øłđðħŧıς‘’ʼ‐–—−', 'olddhtiσ''''''----'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  end
) gin_trgm_ops);

create function derive_code_holder() returns trigger language plpgsql as $$
begin
  new.holder_is_issuer = exists (
    select from users where id = new.user_id and email = new.customer_email
  );
  if tg_op = 'UPDATE' and new.customer_email is distinct from old.customer_email then
    new.entry_count_at_transfer = new.entry_count;
  end if;
  return new;
end $$;
create trigger derive_code_holder before insert or update of user_id, customer_email on prepaid_codes
  for each row execute function derive_code_holder();

create function derive_customer_search_text() returns trigger language plpgsql as $$
begin
  new.customer_search_text = nullif(normalize_search_text(concat_ws(chr(31), new.customer_name, new.customer_email,
    new.phone_number, nullif(regexp_replace(new.phone_number, '\D', '', 'g'), new.phone_number),
    new.location, new.tag)), '');
  return new;
end $$;
create trigger derive_customer_search_text
  before insert or update of customer_name, customer_email, phone_number, location, tag on prepaid_codes
  for each row execute function derive_customer_search_text();

create function derive_issuer_was_verified() returns trigger language plpgsql as $$
begin
  select email_verified into new.issuer_was_verified from users where id = new.user_id;
  return new;
end $$;
create trigger derive_issuer_was_verified before insert on prepaid_codes
  for each row execute function derive_issuer_was_verified();
create trigger refuse_closed_account before insert on prepaid_codes
  for each row execute function refuse_closed_account('user_id');

create function refuse_balance_without_entry() returns trigger language plpgsql as $$
begin
  -- Depth 1 is a statement of a client, 2 the one inside apply_ledger_entry.
  if pg_trigger_depth() < 2
    and (new.balance, new.remaining_balance, new.has_remaining_balance, new.entry_count)
      is distinct from (old.balance, old.remaining_balance, old.has_remaining_balance, old.entry_count)
  then
    raise exception 'a balance changes by a ledger entry only';
  end if;
  return new;
end $$;
create trigger refuse_initial_balance before insert on prepaid_codes
  for each row when (new.balance <> 0 or new.remaining_balance <> 0)
  execute function refuse_balance_without_entry();
create trigger refuse_balance_without_entry
  before update of balance, remaining_balance, has_remaining_balance, entry_count on prepaid_codes
  for each row execute function refuse_balance_without_entry();

-- Codes that users saved to pay with again. One whose text or holder has changed since is no longer theirs to use.
create table saved_codes (
  user_id uuid not null references users,
  prepaid_code_id uuid not null references prepaid_codes,
  code_version bytea not null,
  primary key (user_id, prepaid_code_id)
);
create trigger refuse_closed_account before insert on saved_codes
  for each row execute function refuse_closed_account('user_id');
