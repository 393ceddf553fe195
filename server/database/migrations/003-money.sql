create table prepaid_codes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  code text not null,
  -- The code as it is compared: see codeKey in the server's prepaid-codes.
  lookup_key text not null,
  disabled boolean not null default false,
  -- Both follow from ledger_entries: dollars put on the code in all, and dollars left.
  balance numeric(12, 2) not null default 0,
  remaining_balance numeric(12, 2) not null default 0 check (remaining_balance >= 0),
  customer_email text,
  landlord_email text,
  customer_name text,
  phone_number text,
  location text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (remaining_balance <= balance)
);
create unique index prepaid_codes_code_taken on prepaid_codes (lookup_key)
  where deleted_at is null;
create index prepaid_codes_issuer on prepaid_codes (user_id, created_at desc);
create index prepaid_codes_holder on prepaid_codes (customer_email, created_at desc);

create table transactions (
  id uuid primary key default gen_random_uuid(),
  device_id uuid not null references devices,
  payer_id uuid not null references users,
  prepaid_code_id uuid references prepaid_codes,
  -- The device's number, price and duration at the time of payment.
  device_number text not null,
  amount numeric(12, 2) not null check (amount >= 0),
  duration_minutes integer not null check (duration_minutes > 0),
  payment_method text not null check (payment_method in ('credit_card', 'prepaid_code')),
  customer_name text,
  customer_email text,
  -- The card processor's own id of the charge.
  processor_reference text unique,
  created_at timestamptz not null default now(),
  check ((payment_method = 'prepaid_code') = (prepaid_code_id is not null)),
  check ((payment_method = 'credit_card') = (processor_reference is not null))
);
create index transactions_newest on transactions (created_at desc, id desc);
create index transactions_payer on transactions (payer_id, created_at desc);
create index transactions_device on transactions (device_id, created_at desc);

create table ledger_entries (
  id uuid primary key default gen_random_uuid(),
  prepaid_code_id uuid not null references prepaid_codes,
  transaction_id uuid unique references transactions,
  reason text not null check (reason in ('issue', 'redemption')),
  amount numeric(12, 2) not null,
  actor_id uuid not null references users,
  created_at timestamptz not null default now(),
  check ((reason = 'redemption') = (transaction_id is not null)),
  check (case reason when 'issue' then amount >= 0 else amount <= 0 end)
);
create index ledger_entries_code on ledger_entries (prepaid_code_id, created_at);

-- A balance has one writer: the ledger.
create function apply_ledger_entry() returns trigger language plpgsql as $$
begin
  update prepaid_codes set
    balance = balance + case new.reason when 'issue' then new.amount else 0 end,
    remaining_balance = remaining_balance + new.amount
  where id = new.prepaid_code_id;
  return null;
end $$;
create trigger apply_ledger_entry after insert on ledger_entries
  for each row execute function apply_ledger_entry();

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
  )
  execute function refuse_balance_without_entry();

create function refuse_change_of_history() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change_of_history();
create trigger append_only before update or delete or truncate on transactions
  for each statement execute function refuse_change_of_history();
