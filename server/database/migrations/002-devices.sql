create table devices (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users,
  label text not null,
  device_number text not null,
  device_name text,
  device_type text not null,
  landlord_email text not null,
  location text not null,
  duration_minutes integer not null check (duration_minutes > 0),
  minimum_duration_minutes integer check (minimum_duration_minutes > 0),
  coin_type text not null default 'quarter' check (coin_type in ('quarter', 'dollar')),
  price numeric(12, 2) not null check (price >= 0),
  status text not null default 'active' check (status in ('active', 'inactive', 'disabled')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index devices_newest on devices (created_at desc, id desc) where deleted_at is null;
create index devices_owner on devices (owner_id, created_at desc);
create index devices_landlord on devices (landlord_email, created_at desc);
