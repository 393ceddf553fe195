-- Of all servers one speaks with the broker: what a controller says there would be heard by each of them.
create table mqtt_speaker (
  is_only boolean primary key default true check (is_only),
  server uuid not null,
  held_until timestamptz not null
);
