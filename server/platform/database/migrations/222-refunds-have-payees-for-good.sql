-- The constraint says so: no row is looked at.
alter table refunds alter column owner_id set not null;
alter table refunds drop constraint refunds_have_owners;

-- As 220, for refunds that all have what was new.
create or replace function refuse_other_changes() returns trigger language plpgsql as $$
declare
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
  whose text[] := array['processor', 'processor_account', 'processor_reference'];
  moving text[] := whose || array['status', 'difference', 'asks', 'next_ask_at', 'refusal', 'completed_at'];
begin
  if tg_table_name = 'card_payments'
    and is_forgetting(before, after, array['customer_name', 'customer_email', 'paid_to'])
  then
    return new;
  end if;
  if before - moving <> after - moving
    or (before ->> 'processor' is not null and exists (
      select from unnest(whose) as name where before -> name is distinct from after -> name))
    or (before ->> 'refusal' is not null and before ->> 'refusal' is distinct from after ->> 'refusal')
    or (before ->> 'completed_at' is not null and before -> 'completed_at' <> after -> 'completed_at')
    or (old.status, new.status) not in (('pending', 'pending'), ('pending', 'completed'),
      ('pending', 'failed'), ('pending', 'unmatched'), ('completed', 'refunded'))
  then
    raise exception '% only go on from one status to the next', tg_table_name;
  end if;
  return new;
end $$;

-- Only servers of the version before still read it.
comment on view revenue is 'Superseded: what servers read is server/revenue/movements.ts';
