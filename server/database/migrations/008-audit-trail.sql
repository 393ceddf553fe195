-- Who did what to what, when and from where. Without references: it outlives what it tells of.
create table audit_events (
  id uuid primary key default gen_random_uuid(),
  -- Of the precision that the API has, so that the last row of a part is the start of the next.
  created_at timestamptz(3) not null default clock_timestamp(),
  action text not null,
  actor_id uuid,
  actor_email text,
  subject_id uuid,
  subject text not null,
  details jsonb not null,
  address text not null,
  user_agent text not null
);
create index audit_events_newest on audit_events (created_at desc, id desc);
create index audit_events_action on audit_events (action, created_at desc);
create trigger append_only before update or delete or truncate on audit_events
  for each statement execute function refuse_change_of_history();
