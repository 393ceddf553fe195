-- without transaction
create index concurrently if not exists losses_payee on losses (payee_id, created_at desc)
  where payee_id is not null;
