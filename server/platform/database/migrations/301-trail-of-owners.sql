-- without transaction
create index concurrently if not exists audit_events_account on audit_events (account_id, created_at desc, id desc)
  where account_id is not null
