-- A run that an operator gives away has no payment: its cycle has the operator's account and the minutes.
alter table cycles add column operator_id uuid, add column free_minutes integer;
create or replace function check_cycle(cycle cycles) returns boolean language plpgsql immutable as $$
begin
  return (cycle.state in ('starting', 'running', 'finished', 'not_started', 'interrupted')
      or public.refuse_row('cycles', 'cycles_state_check'))
    and (cycle.money in ('held', 'taken', 'released') or public.refuse_row('cycles', 'cycles_money_check'))
    and (cycle.minimum_minutes >= 0 or public.refuse_row('cycles', 'cycles_minimum_minutes_check'))
    and (cycle.given_back >= 0 or public.refuse_row('cycles', 'cycles_given_back_check'))
    and (cycle.manual_refund_amount between 0 and cycle.given_back
      or public.refuse_row('cycles', 'cycles_manual_refund_amount_check'))
    and (cycle.check_attempts >= 0 or public.refuse_row('cycles', 'cycles_check_attempts_check'))
    and (coalesce(cycle.transaction_id, cycle.id) = cycle.id and coalesce(cycle.card_payment_id, cycle.id) = cycle.id
      and (cycle.transaction_id is not null or cycle.card_payment_id is not null) = (cycle.operator_id is null)
      or public.refuse_row('cycles', 'cycles_payment'))
    and ((cycle.operator_id is null) = (cycle.free_minutes is null) and coalesce(cycle.free_minutes > 0, true)
      and (cycle.operator_id is null or (cycle.money = 'taken' and cycle.given_back = 0))
      or public.refuse_row('cycles', 'cycles_free'))
    and ((cycle.state in ('starting', 'running')) = (cycle.ended_at is null)
      and (cycle.ended_at is null) = (cycle.reason is null) or public.refuse_row('cycles', 'cycles_end'))
    and (cycle.ended_at is not null or cycle.next_check_at is not null
      or public.refuse_row('cycles', 'cycles_next_check'))
    and (cycle.state <> 'running' or (cycle.run_since is not null and cycle.ends_at is not null)
      or public.refuse_row('cycles', 'cycles_run'))
    and (cycle.ended_at is null or cycle.open_link_id is null or public.refuse_row('cycles', 'cycles_open'))
    and (cycle.state <> 'starting' or cycle.open_link_id is not null
      or public.refuse_row('cycles', 'cycles_starting'))
    -- A hold is captured when its machine runs, and voided when its cycle ends.
    and (cycle.money <> 'held' or (cycle.ended_at is null and cycle.transaction_id is null)
      or public.refuse_row('cycles', 'cycles_held'));
end $$;
