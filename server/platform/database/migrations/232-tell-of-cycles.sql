-- Of one that a code pays for its payment tells.
create trigger tell_webhooks after insert on cycles
  for each row when (new.transaction_id is not null and new.card_payment_id is not null
    and new.run_since is not null)
  execute function tell_of_cycle();
create trigger tell_webhooks_of_change after update on cycles
  for each row when (new.transaction_id is not null and (
    old.transaction_id is null or (old.run_since is null and new.run_since is not null)
    or (old.ended_at is null and new.ended_at is not null)))
  execute function tell_of_cycle();
