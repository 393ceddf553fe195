-- Whose money went back, and when it did, so that the revenue of an account over some days is read by an index: the
-- owner of the device, and whom the payment went to where that is somebody else, both as their payment has them.
-- Without references, so that a refund locks no account: those of its payment have them.
alter table refunds
  add column owner_id uuid,
  add column payee_id uuid,
  add column completed_at timestamptz;

create function payees_of_refund(refund refunds, out owner_id uuid, out payee_id uuid) language sql stable as $$
  select paid.owner_id, payee.id
  from transactions as paid
    left join users as payee on payee.email = paid.paid_to and payee.id <> paid.owner_id
  where paid.id = refund.transaction_id
$$;

create function describe_refund() returns trigger language plpgsql as $$
begin
  select * into new.owner_id, new.payee_id from payees_of_refund(new);
  return new;
end $$;
create trigger describe_refund before insert on refunds
  for each row execute function describe_refund();

-- The time of the entry that moved the money.
create function complete_refund() returns trigger language plpgsql as $$
begin
  new.completed_at = case tg_op when 'INSERT' then new.created_at else now() end;
  return new;
end $$;
create trigger complete_refund before insert or update on refunds
  for each row when (new.status = 'completed' and new.completed_at is null)
  execute function complete_refund();

-- As 100, and lets the rows that are there already get what is new, once.
create or replace function refuse_other_changes() returns trigger language plpgsql as $$
declare
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
  whose text[] := array['processor', 'processor_account', 'processor_reference'];
  moving text[] := whose || array['status', 'difference', 'asks', 'next_ask_at', 'refusal', 'completed_at'];
  filled text[] := array['owner_id', 'payee_id', 'completed_at'];
begin
  if tg_table_name = 'card_payments'
    and is_forgetting(before, after, array['customer_name', 'customer_email', 'paid_to'])
  then
    return new;
  end if;
  if tg_table_name = 'refunds' and before ->> 'owner_id' is null and before - filled = after - filled then
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

alter table refunds add constraint refunds_have_owners check (owner_id is not null) not valid;
alter table refunds add constraint refunds_completed
  check ((status = 'completed') = (completed_at is not null)) not valid;
