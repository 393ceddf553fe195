-- Mails that bring codes, and money on them, to the customers they are for: who asked for each, and what became of it.
create table code_mails (
  id uuid primary key default gen_random_uuid(),
  prepaid_code_id uuid not null references prepaid_codes,
  what text not null check (what in ('issue', 'top_up')),
  -- Dollars that were put on the code.
  amount numeric(12, 2) check ((amount is not null) = (what = 'top_up')),
  -- Who asked for it.
  user_id uuid not null references users,
  -- Of whoever asked, for customers whose own is not known.
  language text not null,
  created_at timestamptz not null default now(),
  next_look_at timestamptz not null default now(),
  -- In the outbox; null: it waits.
  mail_id uuid,
  -- By the mail server, at the last try.
  is_refused boolean not null default false,
  sent_at timestamptz,
  -- false: the code has another customer since.
  is_current boolean not null default true
);
create unique index code_mails_once on code_mails (prepaid_code_id) where what = 'issue' and is_current;
create index code_mails_code on code_mails (prepaid_code_id);
create index code_mails_waiting on code_mails (next_look_at) where mail_id is null;
create index code_mails_mail on code_mails (mail_id) where mail_id is not null and sent_at is null;
create index code_mails_of_day on code_mails (user_id, created_at);
create trigger refuse_closed_account before insert on code_mails
  for each row execute function refuse_closed_account('user_id');

-- How many of them an address got lately, whoever asked.
create table code_mail_addresses (
  address_hash bytea not null,
  created_at timestamptz not null default now()
);
create index code_mail_addresses_of_day on code_mail_addresses (address_hash, created_at);
