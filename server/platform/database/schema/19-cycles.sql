-- Paid runs of devices. Only `transition` in server/payments/cycles decides what is written here.
create table cycles (
  -- The id of the payment: a transaction, or a card payment and its later transaction.
  id uuid primary key,
  transaction_id uuid references transactions,
  card_payment_id uuid references card_payments,
  device_id uuid not null references devices,
  -- While the cycle is open. A link has one open cycle at most, and cannot be deleted under it.
  open_link_id uuid references device_links,
  state text not null,
  reason text,
  is_measured boolean not null,
  minimum_minutes integer not null default 0,
  gives_back_unused boolean not null default false,
  money text not null,
  given_back numeric(12, 2) not null default 0,
  -- The part of given_back that people refunded.
  manual_refund_amount numeric(12, 2) not null default 0,
  is_restart_offered boolean not null default false,
  -- Of the payer, for notifications. null: paid before it was recorded.
  language text,
  -- The payer, who confirmed having no other unfinished cycle at a device without a link. A link excludes a second
  -- cycle anyway.
  exclusive_payer_id uuid,
  run_since timestamptz,
  ends_at timestamptz,
  last_running_at timestamptz,
  boot_id text,
  has_worked boolean not null default false,
  idle_since timestamptz,
  is_stopping boolean not null default false,
  check_attempts integer not null default 0,
  next_check_at timestamptz,
  is_loss boolean not null default false,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create function check_cycle(cycle cycles) returns boolean language plpgsql immutable as $$
begin
  return (cycle.state in ('starting', 'running', 'finished', 'not_started', 'interrupted')
      or public.refuse_row('cycles', 'cycles_state_check'))
    and (cycle.money in ('held', 'taken', 'released') or public.refuse_row('cycles', 'cycles_money_check'))
    and (cycle.minimum_minutes >= 0 or public.refuse_row('cycles', 'cycles_minimum_minutes_check'))
    and (cycle.given_back >= 0 or public.refuse_row('cycles', 'cycles_given_back_check'))
    and (cycle.manual_refund_amount between 0 and cycle.given_back
      or public.refuse_row('cycles', 'cycles_manual_refund_amount_check'))
    and (cycle.check_attempts >= 0 or public.refuse_row('cycles', 'cycles_check_attempts_check'))
    and (coalesce(cycle.transaction_id, cycle.id) = cycle.id and coalesce(cycle.card_payment_id, cycle.id) = cycle.id
      and (cycle.transaction_id is not null or cycle.card_payment_id is not null)
      or public.refuse_row('cycles', 'cycles_payment'))
    and ((cycle.state in ('starting', 'running')) = (cycle.ended_at is null)
      and (cycle.ended_at is null) = (cycle.reason is null) or public.refuse_row('cycles', 'cycles_end'))
    and (cycle.ended_at is not null or cycle.next_check_at is not null
      or public.refuse_row('cycles', 'cycles_next_check'))
    and (cycle.state <> 'running' or (cycle.run_since is not null and cycle.ends_at is not null)
      or public.refuse_row('cycles', 'cycles_run'))
    and (cycle.ended_at is null or cycle.open_link_id is null or public.refuse_row('cycles', 'cycles_open'))
    and (cycle.state <> 'starting' or cycle.open_link_id is not null
      or public.refuse_row('cycles', 'cycles_starting'))
    -- A hold is captured when its machine runs, and voided when its cycle ends.
    and (cycle.money <> 'held' or (cycle.ended_at is null and cycle.transaction_id is null)
      or public.refuse_row('cycles', 'cycles_held'));
end $$;
alter table cycles add constraint cycles_valid check (check_cycle(cycles));
create unique index cycles_open_link on cycles (open_link_id) where open_link_id is not null;
create unique index cycles_exclusive_payer on cycles (device_id, exclusive_payer_id)
  where exclusive_payer_id is not null and ended_at is null;
create index cycles_due on cycles (next_check_at) where next_check_at is not null;
create index cycles_device on cycles (device_id, created_at desc);
create index cycles_interrupted on cycles (ended_at)
  where state = 'interrupted' and given_back > manual_refund_amount;
create index cycles_run_after_refund on cycles (device_id)
  where is_loss and reason = 'no_power';
create index cycles_not_started on cycles (device_id)
  where state = 'not_started';

-- An ended cycle stays ended. An end assumed from the clock can be corrected.
create function refuse_reopening() returns trigger language plpgsql as $$
begin
  if new.id <> old.id or new.device_id <> old.device_id
    or (old.ended_at is not null and new.state <> old.state
      and (old.state <> 'finished' or old.is_measured or new.ended_at is null))
  then
    raise exception 'cycles only go on from one state to the next';
  end if;
  return new;
end $$;
create trigger refuse_reopening before update on cycles
  for each row execute function refuse_reopening();
create trigger refuse_delete before delete or truncate on cycles
  for each statement execute function refuse_change_of_history();

-- Each command that starts a machine, stored before it is sent and never sent from here.
create table starts (
  id uuid primary key default gen_random_uuid(),
  -- null: a test by the owner.
  cycle_id uuid references cycles,
  -- 2: a free restart, after coin pulses that were not sent.
  number smallint not null default 1 check (number between 1 and 2),
  controller_id uuid not null references controllers,
  channel integer not null,
  deadline timestamptz not null,
  created_at timestamptz not null default now(),
  -- For boxes that know no start ids: when one server sent it, once, and for how long.
  sent_at timestamptz,
  sent_seconds integer,
  answer text check (answer in ('accepted', 'expired', 'busy', 'door', 'fault')),
  answered_at timestamptz,
  check ((answer is null) = (answered_at is null)),
  check (deadline <= created_at + interval '10 seconds'),
  constraint starts_sent check ((sent_at is null) = (sent_seconds is null)),
  unique (cycle_id, number)
);
create index starts_controller on starts (controller_id, created_at desc);
-- A channel that rarely starts, next to others of its controller that start every day.
create index starts_channel on starts (controller_id, channel, created_at desc);
create trigger refuse_delete before delete or truncate on starts
  for each statement execute function refuse_change_of_history();

-- Runs without money in the end. No movement of money. A cycle can have two: the machine ran longer than paid for,
-- and the card could not be charged.
create table losses (
  id uuid primary key default gen_random_uuid(),
  cycle_id uuid not null references cycles,
  why text not null check (why in ('ran_after_refund', 'capture_failed')),
  amount numeric(12, 2) not null check (amount > 0),
  -- The owner of the device, and the payee if another account. Accounts keep their id when closed.
  owner_id uuid not null references users,
  payee_id uuid references users,
  created_at timestamptz not null default now(),
  constraint losses_once unique (cycle_id, why)
);
create index losses_newest on losses (created_at desc);
create index losses_owner on losses (owner_id, created_at desc);
create index losses_payee on losses (payee_id, created_at desc)
  where payee_id is not null;
create trigger append_only before update or delete or truncate on losses
  for each statement execute function refuse_change_of_history();

create function payees_of_loss(loss losses, out owner_id uuid, out payee_id uuid) language sql stable as $$
  select whose.owner_id, payee.id
  from (
    select coalesce(transactions.owner_id, devices.owner_id) as owner_id,
      coalesce(transactions.paid_to, card_payments.paid_to) as paid_to
    from cycles
      join devices on devices.id = cycles.device_id
      left join transactions on transactions.id = cycles.transaction_id
      left join card_payments on card_payments.id = cycles.card_payment_id
    where cycles.id = loss.cycle_id
  ) as whose
    left join users as payee on payee.email = whose.paid_to and payee.id <> whose.owner_id
$$;

create function derive_loss_payees() returns trigger language plpgsql as $$
begin
  select * into new.owner_id, new.payee_id from payees_of_loss(new);
  return new;
end $$;
create trigger derive_loss_payees before insert on losses
  for each row execute function derive_loss_payees();
