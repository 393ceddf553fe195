-- without transaction
create index concurrently if not exists cycles_run_after_refund on cycles (device_id)
  where is_loss and reason = 'no_power';
