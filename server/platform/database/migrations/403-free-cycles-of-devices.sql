-- without transaction
create index concurrently if not exists cycles_free on cycles (device_id, created_at desc)
  where operator_id is not null;
