-- Numbered receipts and credit notes of sellers with business details, as issued.
create table receipts (
  id uuid primary key default gen_random_uuid(),
  seller_id uuid not null references users,
  year integer not null,
  number integer not null check (number > 0),
  document_number text not null generated always as (
    year::text || '-' || lpad(number::text, greatest(6, length(number::text)), '0')
  ) stored,
  kind text not null check (kind in ('receipt', 'credit_note')),
  -- Not foreign keys, so that numbering waits for no payment: neither is ever deleted.
  transaction_id uuid not null,
  -- Of a credit note; of a receipt that cancels one, since the bank returned the refund.
  refund_id uuid,
  -- Of the payment, the refund or its return.
  issued_at timestamptz not null,
  -- null: no tax is shown.
  tax_rate numeric(5, 2),
  gross numeric(12, 2) not null check (gross >= 0),
  tax numeric(12, 2) not null check (tax between 0 and gross),
  seller_name text not null,
  seller_address text not null,
  seller_tax_id text,
  created_at timestamptz not null default now(),
  constraint receipts_number unique (seller_id, year, number),
  check (kind = 'receipt' or refund_id is not null),
  check (tax_rate is not null or tax = 0)
);
create unique index receipts_payment on receipts (transaction_id) where refund_id is null;
create unique index receipts_refund on receipts (refund_id, kind) where refund_id is not null;
create index receipts_newest on receipts (seller_id, created_at desc, id desc);
create trigger append_only before update or delete or truncate on receipts
  for each statement execute function refuse_change_of_history();

-- A row for each account with business details. Numbering its payments locks it.
create table receipt_counters (
  seller_id uuid primary key references users,
  -- Payments until then have numbers, except those recorded late.
  checked_until timestamptz not null default now()
);
