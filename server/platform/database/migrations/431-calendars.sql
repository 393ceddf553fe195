-- Feeds of bookings for calendar apps, which show them to those who have the secret. Only its hash is stored.
create table calendars (
  user_id uuid primary key references users on delete cascade,
  -- Changes with the secret.
  id uuid not null,
  secret_hash bytea not null constraint calendars_secret unique,
  -- Of the user when creating it.
  language text not null,
  created_at timestamptz not null default now(),
  last_fetched_at timestamptz
);
create trigger refuse_closed_account before insert on calendars
  for each row execute function refuse_closed_account('user_id');

-- How often a booking was moved: calendar apps take the event with the higher number.
alter table bookings add column moves integer not null default 0;
