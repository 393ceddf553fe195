create trigger tell_webhooks after insert on ledger_entries
  for each row when (new.reason = 'redemption' and new.balance_after = 0)
  execute function tell_of_used_up_code();
