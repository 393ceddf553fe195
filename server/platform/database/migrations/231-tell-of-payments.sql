create trigger tell_webhooks after insert on transactions
  for each row execute function tell_of_payment();
