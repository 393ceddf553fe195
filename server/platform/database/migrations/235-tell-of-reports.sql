create trigger tell_webhooks after insert on reports
  for each row execute function tell_of_report();
