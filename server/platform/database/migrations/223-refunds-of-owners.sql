-- without transaction
create index concurrently if not exists refunds_owner on refunds (owner_id, completed_at, id)
  where completed_at is not null;
