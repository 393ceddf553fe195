-- Controllers of the driver simulated, each run by one server at a time.
create table simulated_controllers (
  controller_id uuid primary key references controllers on delete cascade,
  server uuid not null,
  held_until timestamptz not null
);
-- What goes wrong at a channel; without a row nothing does.
create table simulated_faults (
  controller_id uuid not null references controllers on delete cascade,
  channel integer not null check (channel between 1 and 64),
  fault text not null check (fault in ('silent', 'refuses', 'dies')),
  primary key (controller_id, channel)
);
