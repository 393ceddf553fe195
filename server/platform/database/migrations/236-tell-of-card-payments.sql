-- By itself: within a condition that is false for a card the planner left the call out.
create or replace function tell_of_payment() returns trigger language plpgsql as $$
declare
  is_told boolean;
begin
  is_told := tell_webhooks('payment.created', new.id, new.owner_id, new.paid_to);
  if is_told and new.payment_method = 'prepaid_code'
    and exists (select from cycles where id = new.id and run_since is not null)
  then
    perform tell_webhooks('cycle.started', new.id, new.owner_id, new.paid_to);
  end if;
  return null;
end $$;
