-- What switches a device. Its wiring never changes: another one is another link, so that a cycle that
-- refers to it keeps both.
create table device_links (
  id uuid primary key default gen_random_uuid(),
  device_id uuid not null unique references devices,
  controller_id uuid not null references controllers,
  channel integer not null check (channel between 1 and 64),
  switching text not null check (switching in ('relay', 'pulses')),
  pulse_ms integer check (pulse_ms between 20 and 5000),
  gap_ms integer check (gap_ms between 20 and 5000),
  evidence text not null default 'answer' check (evidence in ('answer', 'power', 'busy')),
  -- From so much power on a machine works.
  watts_mark numeric(8, 1) check (watts_mark > 0),
  -- When a customer stops it.
  gives_back_unused boolean not null default false,
  -- In a row. Two put the device out of order until somebody looks.
  not_started integer not null default 0 check (not_started >= 0),
  out_of_order_at timestamptz,
  created_at timestamptz not null default now(),
  unique (controller_id, channel),
  check ((switching = 'pulses') = (pulse_ms is not null and gap_ms is not null)),
  check ((evidence = 'power') = (watts_mark is not null))
);

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
