-- What a controller said lately, for people: the newest 50 of each.
create table controller_events (
  id uuid primary key default gen_random_uuid(),
  controller_id uuid not null references controllers on delete cascade,
  kind text not null check (kind in (
    'connected', 'disconnected', 'replaced', 'refused', 'fault', 'wrong_channel', 'flood')),
  -- A word of the reason, such as the code of the close.
  detail text not null default '',
  created_at timestamptz not null default clock_timestamp()
);
create index controller_events_newest on controller_events (controller_id, created_at desc, id desc);
