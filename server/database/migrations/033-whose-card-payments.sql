-- The name of this installation, which the card processor keeps beside each charge. It is made by the
-- first start, so that a restored backup keeps its own.
create table installation (
  id uuid primary key default gen_random_uuid(),
  is_only boolean not null default true unique check (is_only)
);

-- The triggers would take what follows for changes of history.
alter table card_payments disable trigger user;
alter table refunds disable trigger user;

-- A reference means something to the processor, and the account there, that gave it. Stripe's accounts
-- were not kept before: null. So often, and not before this moment, the processor is asked by us.
alter table card_payments
  add column processor text check (processor in ('sandbox', 'stripe')),
  add column processor_account text,
  add column difference text,
  add column asks integer not null default 0,
  add column next_ask_at timestamptz not null default now(),
  drop constraint card_payments_status_check,
  add constraint card_payments_status_check
    check (status in ('pending', 'completed', 'failed', 'refunded', 'unmatched'));
update card_payments
  set processor = case when processor_reference like 'pi\_%' then 'stripe' else 'sandbox' end
  where processor_reference is not null;
alter table card_payments
  add check ((processor is null) = (processor_reference is null)),
  add check ((status = 'unmatched') = (difference is not null));

alter table refunds
  add column processor text check (processor in ('sandbox', 'stripe')),
  add column processor_account text,
  add column difference text,
  add column asks integer not null default 0,
  add column next_ask_at timestamptz not null default now(),
  drop constraint refunds_status_check,
  add constraint refunds_status_check
    check (status in ('pending', 'completed', 'failed', 'unmatched')),
  add check ((status = 'unmatched') = (difference is not null));
update refunds
  set processor = case when paid.processor_reference like 'pi\_%' then 'stripe' else 'sandbox' end
  from transactions as paid
  where paid.id = refunds.transaction_id and paid.processor_reference is not null;

alter table card_payments enable trigger user;
alter table refunds enable trigger user;

drop index card_payments_pending, refunds_pending;
create index card_payments_due on card_payments (next_ask_at) where status = 'pending';
create index refunds_due on refunds (next_ask_at) where status = 'pending';
create index card_payments_open on card_payments (created_at)
  where status in ('pending', 'unmatched');
create index refunds_open on refunds (created_at) where status in ('pending', 'unmatched');

-- What the processor took, or gave back, otherwise than it was asked to, is unmatched for good: nobody's
-- payment. And whose a reference is never changes.
create or replace function refuse_other_changes() returns trigger language plpgsql as $$
declare
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
  whose text[] := array['processor', 'processor_account', 'processor_reference'];
  moving text[] := whose || array['status', 'difference', 'asks', 'next_ask_at'];
begin
  if before - moving <> after - moving
    or (before ->> 'processor' is not null and exists (
      select from unnest(whose) as name where before -> name is distinct from after -> name))
    or (old.status, new.status) not in (('pending', 'pending'), ('pending', 'completed'),
      ('pending', 'failed'), ('pending', 'unmatched'), ('completed', 'refunded'))
  then
    raise exception '% only go on from one status to the next', tg_table_name;
  end if;
  return new;
end $$;

-- Card payments and refunds to cards that have not come to an end.
create view open_cards with (security_invoker = true) as
  select id, 'payment' as kind, status, amount, processor, processor_account, processor_reference,
    difference, created_at
  from card_payments where status in ('pending', 'unmatched')
  union all
  select refund.id, 'refund', refund.status, refund.amount, refund.processor,
    refund.processor_account, paid.processor_reference, refund.difference, refund.created_at
  from refunds as refund join transactions as paid on paid.id = refund.transaction_id
  where refund.status in ('pending', 'unmatched');
