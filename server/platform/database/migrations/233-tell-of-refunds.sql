create trigger tell_webhooks after insert on refunds
  for each row when (new.status = 'completed') execute function tell_of_refund();
create trigger tell_webhooks_of_change after update on refunds
  for each row when (old.status <> 'completed' and new.status = 'completed')
  execute function tell_of_refund();
