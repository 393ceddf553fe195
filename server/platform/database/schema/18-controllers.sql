-- Boxes that switch machines.
create table controllers (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users,
  name text not null,
  driver text not null check (driver in ('coinless', 'shelly', 'mqtt', 'simulated')),
  -- Of a random credential that is shown once and ends the one before. null: it has ended, without a new one.
  credential_hash bytea,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
-- Partial: a change of a key that foreign keys could use waits for all rows that refer to the controller.
create unique index controllers_credential on controllers (credential_hash)
  where credential_hash is not null;
create index controllers_owner on controllers (owner_id, created_at desc, id desc)
  where deleted_at is null;
create trigger refuse_closed_account before insert on controllers
  for each row execute function refuse_closed_account('owner_id');

-- Apart from the rows that payments use. Written at most once a minute for each controller.
create table controller_presence (
  controller_id uuid primary key references controllers on delete cascade,
  heard_at timestamptz not null,
  boot_id text,
  -- null: not connected.
  connected_at timestamptz
);

-- The newest 50 events of each controller, for its owner.
create table controller_events (
  id uuid primary key default gen_random_uuid(),
  controller_id uuid not null references controllers on delete cascade,
  kind text not null check (kind in (
    'connected', 'disconnected', 'replaced', 'refused', 'fault', 'wrong_channel', 'flood')),
  -- A word of the reason, such as the close code.
  detail text not null default '',
  created_at timestamptz not null default clock_timestamp()
);
create index controller_events_newest on controller_events (controller_id, created_at desc, id desc);

-- Connects a device to a channel. Changed wiring is a new link, so that a cycle knows the wiring it ran on.
create table device_links (
  id uuid primary key default gen_random_uuid(),
  device_id uuid not null unique references devices,
  controller_id uuid not null references controllers,
  channel integer not null check (channel between 1 and 64),
  switching text not null check (switching in ('relay', 'pulses')),
  pulse_ms integer check (pulse_ms between 20 and 5000),
  gap_ms integer check (gap_ms between 20 and 5000),
  evidence text not null default 'answer' check (evidence in ('answer', 'power', 'busy')),
  -- A machine that draws at least this much is running.
  watts_mark numeric(8, 1) check (watts_mark > 0),
  -- When a customer stops the machine.
  gives_back_unused boolean not null default false,
  -- Failed starts in a row. Two put the device out of order until its owner clears it.
  not_started integer not null default 0 check (not_started >= 0),
  -- The payer of all of them. null: several, or unknown.
  not_started_payer_id uuid,
  -- One of them failed for a reason that no payer can cause.
  not_started_by_device boolean not null default false,
  out_of_order_at timestamptz,
  -- Since when its owner is alerted that one payer's cycles do not start.
  doubted_at timestamptz,
  -- Since when the machine does not answer although its controller is connected.
  unresponsive_since timestamptz,
  -- Without an open cycle: switched on by hand, or with a fault. It refuses payments.
  blocked_by text check (blocked_by in ('in_use', 'fault')),
  blocked_since timestamptz,
  created_at timestamptz not null default now(),
  unique (controller_id, channel),
  check ((switching = 'pulses') = (pulse_ms is not null and gap_ms is not null)),
  check ((evidence = 'power') = (watts_mark is not null))
);
create index device_links_unanswered on device_links (unresponsive_since)
  where unresponsive_since is not null;
create index device_links_blocked on device_links (blocked_since)
  where blocked_by is not null;

create function refuse_rewiring() returns trigger language plpgsql as $$
begin
  if (new.id, new.device_id, new.controller_id, new.channel, new.switching, new.evidence)
    is distinct from (old.id, old.device_id, old.controller_id, old.channel, old.switching, old.evidence)
  then
    raise exception 'the wiring of a link never changes';
  end if;
  return new;
end $$;
create trigger refuse_rewiring before update on device_links
  for each row execute function refuse_rewiring();

-- Simulated controllers. One server at a time runs each.
create table simulated_controllers (
  controller_id uuid primary key references controllers on delete cascade,
  server uuid not null,
  lease_expires_at timestamptz not null
);
-- Simulated faults of a channel. No row: none.
create table simulated_faults (
  controller_id uuid not null references controllers on delete cascade,
  channel integer not null check (channel between 1 and 64),
  fault text not null check (fault in ('silent', 'refuses', 'dies')),
  primary key (controller_id, channel)
);

-- The one server that is connected to the MQTT broker. Each of several would receive all messages.
create table mqtt_lease (
  is_only boolean primary key default true check (is_only),
  server uuid not null,
  expires_at timestamptz not null
);
