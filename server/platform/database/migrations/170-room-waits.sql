-- Who wants to be told when a machine of one type is free in a room. Gone once it was told.
create table room_waits (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- The room is where this machine stands, as for its address (docs/decisions/0102).
  device_id uuid not null references devices,
  device_type text not null,
  -- Of whoever waits, as it was then.
  language text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Later, after quiet hours were met.
  next_look_at timestamptz not null default now(),
  constraint room_waits_once unique (user_id, device_id, device_type)
);
create trigger refuse_closed_account before insert on room_waits
  for each row execute function refuse_closed_account('user_id');
