-- A card that pays at a machine with a link is held first, and charged when the machine has started.
alter table card_payments add column is_hold boolean not null default false;
-- Why it starts no machine, as the payer is told. From then on it is only voided.
alter table card_payments add column refusal text;

create or replace function refuse_other_changes() returns trigger language plpgsql as $$
declare
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
  whose text[] := array['processor', 'processor_account', 'processor_reference'];
  moving text[] := whose || array['status', 'difference', 'asks', 'next_ask_at', 'refusal'];
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
    or (old.status, new.status) not in (('pending', 'pending'), ('pending', 'completed'),
      ('pending', 'failed'), ('pending', 'unmatched'), ('completed', 'refunded'))
  then
    raise exception '% only go on from one status to the next', tg_table_name;
  end if;
  return new;
end $$;
