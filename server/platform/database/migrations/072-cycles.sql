-- One paid run of a device. Only `next` in server/cycles decides what is written here.
create table cycles (
  -- That of the payment: a code's transaction, or a card payment and the transaction that it becomes.
  id uuid primary key,
  transaction_id uuid references transactions,
  card_payment_id uuid references card_payments,
  device_id uuid not null references devices,
  -- While it is open: the database lets one cycle be open on a link, and no link go away under it.
  open_link_id uuid references device_links,
  state text not null check (state in ('starting', 'running', 'finished', 'not_started', 'interrupted')),
  reason text,
  is_measured boolean not null,
  minimum_minutes integer not null default 0 check (minimum_minutes >= 0),
  gives_back_unused boolean not null default false,
  money text not null check (money in ('held', 'taken', 'released')),
  given_back numeric(12, 2) not null default 0 check (given_back >= 0),
  -- Of that, by persons.
  gift numeric(12, 2) not null default 0 check (gift between 0 and given_back),
  is_offered boolean not null default false,
  run_since timestamptz,
  ends_at timestamptz,
  heard_running_at timestamptz,
  boot_id text,
  has_worked boolean not null default false,
  idle_since timestamptz,
  is_stopping boolean not null default false,
  asks integer not null default 0 check (asks >= 0),
  look_at timestamptz,
  is_loss boolean not null default false,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint cycles_payment check (
    coalesce(transaction_id, id) = id and coalesce(card_payment_id, id) = id
    and (transaction_id is not null or card_payment_id is not null)),
  constraint cycles_end check (
    (state in ('starting', 'running')) = (ended_at is null) and (ended_at is null) = (reason is null)),
  constraint cycles_looked_after check (ended_at is not null or look_at is not null),
  constraint cycles_run check (state <> 'running' or (run_since is not null and ends_at is not null)),
  constraint cycles_open check (ended_at is null or open_link_id is null),
  constraint cycles_starting check (state <> 'starting' or open_link_id is not null)
);
create unique index cycles_open_link on cycles (open_link_id) where open_link_id is not null;
create index cycles_due on cycles (look_at) where look_at is not null;
create index cycles_device on cycles (device_id, created_at desc);

-- What ended is not open again. An end by the clock may be put right.
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
create trigger keep before delete or truncate on cycles
  for each statement execute function refuse_change_of_history();
