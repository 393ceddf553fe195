-- without transaction
create index concurrently if not exists cycles_not_started on cycles (device_id)
  where state = 'not_started';
