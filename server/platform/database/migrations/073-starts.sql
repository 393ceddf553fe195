-- Each message that makes a machine run: written before it is sent, and never sent from here.
create table starts (
  id uuid primary key default gen_random_uuid(),
  -- null: a test by the owner.
  cycle_id uuid references cycles,
  -- 2: a free new start, of coin pulses that were not sent.
  number smallint not null default 1 check (number between 1 and 2),
  controller_id uuid not null references controllers,
  channel integer not null,
  deadline timestamptz not null,
  created_at timestamptz not null default now(),
  answer text check (answer in ('accepted', 'expired', 'busy', 'door', 'fault')),
  answered_at timestamptz,
  check ((answer is null) = (answered_at is null)),
  check (deadline <= created_at + interval '10 seconds'),
  unique (cycle_id, number)
);
create index starts_controller on starts (controller_id, created_at desc);
create trigger keep before delete or truncate on starts
  for each statement execute function refuse_change_of_history();
