-- Mails that bring codes or top-ups to customers: who requested each, and its outcome.
create table code_mails (
  id uuid primary key default gen_random_uuid(),
  prepaid_code_id uuid not null references prepaid_codes,
  kind text not null check (kind in ('issue', 'top_up')),
  -- Dollars put on the code.
  amount numeric(12, 2) check ((amount is not null) = (kind = 'top_up')),
  -- Who requested it.
  user_id uuid not null references users,
  -- Of the requester, for customers whose language is unknown.
  language text not null,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  -- In the outbox. null: waits.
  job_id uuid,
  -- By the mail server, at the last try.
  is_refused boolean not null default false,
  sent_at timestamptz,
  -- false: the code has another customer since.
  is_current boolean not null default true
);
create unique index code_mails_once on code_mails (prepaid_code_id) where kind = 'issue' and is_current;
create index code_mails_code on code_mails (prepaid_code_id);
create index code_mails_waiting on code_mails (due_at) where job_id is null;
create index code_mails_job on code_mails (job_id) where job_id is not null and sent_at is null;
create index code_mails_user on code_mails (user_id, created_at);
create trigger refuse_closed_account before insert on code_mails
  for each row execute function refuse_closed_account('user_id');

-- A code can be mailed to its next customer, too.
create function supersede_code_mails() returns trigger language plpgsql as $$
begin
  update code_mails set is_current = false where prepaid_code_id = new.id and is_current;
  return null;
end $$;
create trigger supersede_code_mails after update of customer_email on prepaid_codes
  for each row when (old.customer_email is distinct from new.customer_email)
  execute function supersede_code_mails();

-- Recent mails to addresses that may not have asked for them, of any cause.
create table unrequested_mails (
  -- Of the mailbox: variants of an address count together.
  address_hash bytea not null,
  -- Of the exact address. null: not a mail of a code.
  exact_hash bytea,
  kind text not null default 'code_mail',
  created_at timestamptz not null default now()
);
create index unrequested_mails_address on unrequested_mails (address_hash, created_at);
