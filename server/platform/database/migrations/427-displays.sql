-- Screens on the wall of a room. They show it to those who have the secret, of which only the hash is stored.
create table displays (
  id uuid primary key default gen_random_uuid(),
  room_id uuid not null references rooms,
  -- Who added it. It ends with the account.
  user_id uuid not null references users on delete cascade,
  name text not null,
  language text not null,
  shows_people text not null constraint displays_shows_people check (shows_people in ('positions', 'initials')),
  secret_hash bytea not null constraint displays_secret unique,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz
);
create index displays_of_room on displays (room_id, created_at);
create index displays_of_user on displays (user_id);
create trigger refuse_closed_account before insert on displays
  for each row execute function refuse_closed_account('user_id');
