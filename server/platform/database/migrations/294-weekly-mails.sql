-- Who wants a mail each Monday on the week before, by which clocks and in which language.
create table weekly_mails (
  user_id uuid primary key references users,
  time_zone text not null,
  language text not null,
  next_at timestamptz not null,
  -- The Monday of the last week that was told.
  told_week date
);
create index weekly_mails_next on weekly_mails (next_at);
create trigger refuse_closed_account before insert on weekly_mails
  for each row execute function refuse_closed_account('user_id');
