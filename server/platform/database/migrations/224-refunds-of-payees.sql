-- without transaction
create index concurrently if not exists refunds_payee on refunds (payee_id, completed_at, id)
  where payee_id is not null and completed_at is not null;
