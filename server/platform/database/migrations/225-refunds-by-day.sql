-- without transaction
create index concurrently if not exists refunds_completed_newest on refunds (completed_at, id)
  where completed_at is not null;
