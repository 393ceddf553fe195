-- Servers outside that an account wants told of what happens at its devices and to its codes.
create table webhooks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  url text not null,
  description text,
  events text[] not null,
  sealed_secret bytea not null,
  -- The one before, for receivers that roll over.
  sealed_old_secret bytea,
  old_secret_until timestamptz,
  is_enabled boolean not null default true,
  -- Disabled, since nothing had arrived for days.
  rested_at timestamptz,
  -- When the first and the last of the tries began that failed without one in between that did not.
  failing_since timestamptz,
  failed_at timestamptz,
  created_at timestamptz not null default now(),
  check (rested_at is null or not is_enabled),
  check ((sealed_old_secret is null) = (old_secret_until is null)),
  check ((failing_since is null) = (failed_at is null))
);
create index webhooks_user on webhooks (user_id);
create trigger refuse_closed_account before insert on webhooks
  for each row execute function refuse_closed_account('user_id');

-- What a webhook is to be told, or was. What an event says is read when it is sent, by the rights of then.
create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  -- Refers to no row that could be locked or go: a payment waits for no webhook, and fails by none. What is left of
  -- one that is gone is forgotten.
  webhook_id uuid not null,
  event_id uuid not null,
  type text not null,
  -- Of the payment, refund, cycle, case or code; of the webhook itself in a test.
  subject_id uuid not null,
  created_at timestamptz not null default now(),
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'given_up')),
  -- Since it is tried: when it was made, or somebody wanted it sent again.
  since timestamptz not null default now(),
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
create index webhook_deliveries_over on webhook_deliveries (created_at);

-- In the transaction that makes what it tells of: to the enabled webhooks of an account, and of the one that has
-- shown the address to be its own.
-- Returns whether there are any.
create function tell_webhooks(event text, subject uuid, account uuid, address text) returns boolean
  language plpgsql as $$
declare
  holder uuid;
  made uuid;
begin
  if address is not null then
    select id into holder from users where email = address and email_verified;
  end if;
  -- Most have none, and pay for no more than this look.
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

-- A payment with a code makes its cycle by the same statement: one look for webhooks is enough for both.
create function tell_of_payment() returns trigger language plpgsql as $$
begin
  if tell_webhooks('payment.created', new.id, new.owner_id, new.paid_to)
    and new.payment_method = 'prepaid_code'
    and exists (select from cycles where id = new.id and run_since is not null)
  then
    perform tell_webhooks('cycle.started', new.id, new.owner_id, new.paid_to);
  end if;
  return null;
end $$;

-- A cycle is shown to those whom its payment was paid to, and so not before that is made: a card that is held is
-- charged when the machine has started.
create function tell_of_cycle() returns trigger language plpgsql as $$
declare
  is_update boolean := tg_op = 'UPDATE';
  was_paid boolean := is_update and old.transaction_id is not null;
  paid transactions;
begin
  select * into paid from transactions where id = new.transaction_id;
  if new.run_since is not null and not (was_paid and old.run_since is not null) then
    perform tell_webhooks('cycle.started', new.id, paid.owner_id, paid.paid_to);
  end if;
  if new.ended_at is not null and not (was_paid and old.ended_at is not null) then
    perform tell_webhooks('cycle.ended', new.id, paid.owner_id, paid.paid_to);
  end if;
  return null;
end $$;

create function tell_of_refund() returns trigger language plpgsql as $$
declare
  paid transactions;
begin
  select * into paid from transactions where id = new.transaction_id;
  perform tell_webhooks('refund.completed', new.id, paid.owner_id, paid.paid_to);
  return null;
end $$;

create function tell_of_used_up_code() returns trigger language plpgsql as $$
begin
  perform tell_webhooks('code.used_up', new.prepaid_code_id,
    (select user_id from prepaid_codes where id = new.prepaid_code_id), null);
  return null;
end $$;

create function tell_of_report() returns trigger language plpgsql as $$
declare
  device devices;
begin
  select devices.* into device
  from report_cases join devices on devices.id = device_id where report_cases.id = new.case_id;
  perform tell_webhooks('report.created', new.case_id, device.owner_id,
    case when device.landlord_accepted then device.landlord_email end);
  return null;
end $$;
