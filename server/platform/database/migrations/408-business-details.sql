-- What the receipts of an account say about the seller, and its tax rates. A change is a new version.
create table business_details (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  effective_from date not null,
  time_zone text not null,
  -- The start of that day there; for today, the time of saving.
  effective_at timestamptz not null,
  name text not null,
  address text not null,
  tax_id text,
  -- Tax on payments with a code: when the cycle is paid, or when the code is sold.
  tax_due text not null check (tax_due in ('cycle', 'sale')),
  created_at timestamptz not null default now()
);
create index business_details_user on business_details (user_id, effective_at desc, created_at desc);
create trigger append_only before update or delete or truncate on business_details
  for each statement execute function refuse_change_of_history();
create trigger refuse_closed_account before insert on business_details
  for each row execute function refuse_closed_account('user_id');

create table tax_rates (
  business_details_id uuid not null references business_details,
  -- null: all types without a rate of their own.
  device_type text,
  -- Percent, included in prices.
  tax_rate numeric(5, 2) not null check (tax_rate between 0 and 100),
  constraint tax_rates_once unique nulls not distinct (business_details_id, device_type)
);
create trigger append_only before update or delete or truncate on tax_rates
  for each statement execute function refuse_change_of_history();
