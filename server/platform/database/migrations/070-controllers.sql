-- Boxes that switch machines (docs/cycles.md).
create table controllers (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users,
  name text not null,
  driver text not null check (driver in ('coinless', 'shelly', 'mqtt', 'simulated')),
  -- Of a random credential that is shown once. A new one ends the one before at once.
  credential_hash bytea not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
-- Partial, or a change of it would wait for all that refers to the controller, as for one of its id.
create unique index controllers_credential on controllers (credential_hash)
  where credential_hash is not null;
create index controllers_owner on controllers (owner_id, created_at desc, id desc)
  where deleted_at is null;
create trigger refuse_closed_account before insert on controllers
  for each row execute function refuse_closed_account('owner_id');

-- Apart from what payments read and write: written once a minute for each controller at most.
create table controller_presence (
  controller_id uuid primary key references controllers on delete cascade,
  heard_at timestamptz not null,
  boot_id text
);
