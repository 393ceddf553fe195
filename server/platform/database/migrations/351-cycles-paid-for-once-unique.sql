-- without transaction
create unique index concurrently if not exists cycles_once_for_payer on cycles (device_id, once_for_payer)
  where once_for_payer is not null and ended_at is null;
