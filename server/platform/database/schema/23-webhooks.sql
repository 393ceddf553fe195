-- External servers that receive events about an account's devices and codes.
create table webhooks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  url text not null,
  description text,
  events text[] not null,
  sealed_secret bytea not null,
  -- The previous secret, for receivers that rotate.
  sealed_old_secret bytea,
  old_secret_until timestamptz,
  is_enabled boolean not null default true,
  -- Disabled after days without a delivery.
  rested_at timestamptz,
  -- Start of the first and of the last try in an unbroken series of failures.
  failing_since timestamptz,
  last_failed_at timestamptz,
  created_at timestamptz not null default now(),
  check (rested_at is null or not is_enabled),
  check ((sealed_old_secret is null) = (old_secret_until is null)),
  check ((failing_since is null) = (last_failed_at is null))
);
create index webhooks_user on webhooks (user_id);
create trigger refuse_closed_account before insert on webhooks
  for each row execute function refuse_closed_account('user_id');

-- Outbox and log of events. The content is read when it is sent, by the rights of that time.
create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  -- Not a foreign key: a payment neither waits for a webhook nor fails by one. Deliveries of deleted ones expire.
  webhook_id uuid not null,
  event_id uuid not null,
  type text not null,
  -- The payment, refund, cycle, case or code; in a test, the webhook itself.
  subject_id uuid not null,
  created_at timestamptz not null default now(),
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'given_up')),
  -- Start of the tries: creation, or a request to send it again.
  queued_at timestamptz not null default now(),
  tries integer not null default 0,
  next_try_at timestamptz default now(),
  -- While a server sends it.
  claimed_until timestamptz,
  tried_at timestamptz,
  took_ms integer,
  failure text,
  answer_status integer,
  answer_start text,
  check ((status = 'waiting') = (next_try_at is not null))
);
create index webhook_deliveries_due on webhook_deliveries (next_try_at) where status = 'waiting';
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, next_try_at)
  where status = 'waiting';
create index webhook_deliveries_claimed on webhook_deliveries (webhook_id)
  where claimed_until is not null;
create index webhook_deliveries_log on webhook_deliveries (webhook_id, created_at desc, id desc);
create index webhook_deliveries_age on webhook_deliveries (created_at);

-- Queues an event for the enabled webhooks of an account and of the verified holder of an address, in the
-- transaction that causes it. Returns whether they have any webhooks.
create function enqueue_deliveries(event text, subject uuid, account uuid, address text) returns boolean
  language plpgsql as $$
declare
  holder uuid;
  made uuid;
begin
  if address is not null then
    select id into holder from users where email = address and email_verified;
  end if;
  -- Most accounts have none and need no more than this.
  if not exists (select from webhooks where user_id = account)
    and (holder is null or holder = account
      or not exists (select from webhooks where user_id = holder))
  then
    return false;
  end if;
  made := gen_random_uuid();
  insert into webhook_deliveries (webhook_id, event_id, type, subject_id)
  select id, made, event, subject from webhooks
  where user_id in (account, holder) and is_enabled and event = any (events);
  return true;
end $$;

-- Once per statement, which can record several payments. A payment with a code creates its cycle in the same one.
create function enqueue_payment_deliveries() returns trigger language plpgsql as $$
begin
  -- Most payees have none.
  if not exists (select from added join webhooks on user_id = owner_id)
    and not exists (
      select from added join users on email = paid_to and email_verified join webhooks on user_id = users.id
    )
  then
    return null;
  end if;
  perform enqueue_deliveries('payment.created', id, owner_id, paid_to) from added;
  perform enqueue_deliveries('cycle.started', id, owner_id, paid_to) from added
  where payment_method = 'prepaid_code'
    and exists (select from cycles where cycles.id = added.id and run_since is not null);
  return null;
end $$;
create trigger enqueue_deliveries after insert on transactions referencing new table as added
  for each statement execute function enqueue_payment_deliveries();

-- Payees see a cycle from its payment on. An authorized card is charged after the start of the machine, so its
-- cycle starts earlier.
create function enqueue_cycle_deliveries() returns trigger language plpgsql as $$
declare
  is_update boolean := tg_op = 'UPDATE';
  was_paid boolean := is_update and old.transaction_id is not null;
  paid transactions;
begin
  if new.transaction_id is null then
    return null;
  end if;
  select * into paid from transactions where id = new.transaction_id;
  if new.run_since is not null and not (was_paid and old.run_since is not null) then
    perform enqueue_deliveries('cycle.started', new.id, paid.owner_id, paid.paid_to);
  end if;
  if new.ended_at is not null and not (was_paid and old.ended_at is not null) then
    perform enqueue_deliveries('cycle.ended', new.id, paid.owner_id, paid.paid_to);
  end if;
  return null;
end $$;
-- Cycles paid with a code: enqueue_payment_deliveries.
create trigger enqueue_deliveries after insert on cycles
  for each row when (new.card_payment_id is not null and new.run_since is not null)
  execute function enqueue_cycle_deliveries();
create trigger enqueue_deliveries_on_update after update on cycles
  for each row when (new.transaction_id is not null and (
    old.transaction_id is null or (old.run_since is null and new.run_since is not null)
    or (old.ended_at is null and new.ended_at is not null)))
  execute function enqueue_cycle_deliveries();

create function enqueue_refund_deliveries() returns trigger language plpgsql as $$
declare
  paid transactions;
begin
  select * into paid from transactions where id = new.transaction_id;
  perform enqueue_deliveries('refund.' || new.status, new.id, paid.owner_id, paid.paid_to);
  return null;
end $$;
create trigger enqueue_deliveries after insert on refunds
  for each row when (new.status = 'completed') execute function enqueue_refund_deliveries();
create trigger enqueue_deliveries_on_update after update on refunds
  for each row when (old.status <> new.status and new.status in ('completed', 'failed'))
  execute function enqueue_refund_deliveries();

create function enqueue_code_deliveries() returns trigger language plpgsql as $$
begin
  if new.reason = 'redemption' then
    perform enqueue_deliveries('code.used_up', new.prepaid_code_id,
      (select user_id from prepaid_codes where id = new.prepaid_code_id), null);
  end if;
  return null;
end $$;
create trigger enqueue_deliveries after insert on ledger_entries
  for each row when (new.balance_after = 0)
  execute function enqueue_code_deliveries();

create function enqueue_report_deliveries() returns trigger language plpgsql as $$
declare
  device devices;
begin
  select devices.* into device
  from report_cases join devices on devices.id = device_id where report_cases.id = new.case_id;
  perform enqueue_deliveries('report.created', new.case_id, device.owner_id,
    case when device.landlord_accepted then device.landlord_email end);
  return null;
end $$;
create trigger enqueue_deliveries after insert on reports
  for each row execute function enqueue_report_deliveries();
