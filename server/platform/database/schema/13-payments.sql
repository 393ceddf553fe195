create table transactions (
  id uuid primary key default gen_random_uuid(),
  device_id uuid not null references devices,
  payer_id uuid not null references users,
  prepaid_code_id uuid references prepaid_codes,
  -- From here on as at the time of the payment; for a card, when it began.
  owner_id uuid not null references users,
  device_number text not null,
  device_label text not null,
  location text not null,
  paid_to text not null,
  -- The payee, if neither the owner of the device nor the payer.
  landlord_email text,
  amount numeric(12, 2) not null,
  duration_minutes integer not null,
  -- null: the device had no others.
  programme text,
  payment_method text not null,
  customer_name text,
  customer_email text,
  -- The card processor's id of the charge.
  processor_reference text unique,
  created_at timestamptz not null default now(),
  search_text text not null generated always as (normalize_search_text(
    device_number || chr(31) || coalesce(customer_name, '')
  )) stored
);
create function check_transaction(paid transactions) returns boolean language plpgsql immutable as $$
begin
  return (paid.amount >= 0 or public.refuse_row('transactions', 'transactions_amount_check'))
    and (paid.duration_minutes > 0 or public.refuse_row('transactions', 'transactions_duration_minutes_check'))
    and (paid.payment_method in ('credit_card', 'prepaid_code')
      or public.refuse_row('transactions', 'transactions_payment_method_check'))
    and ((paid.payment_method = 'prepaid_code') = (paid.prepaid_code_id is not null)
      or public.refuse_row('transactions', 'transactions_check'))
    and ((paid.payment_method = 'credit_card') = (paid.processor_reference is not null)
      or public.refuse_row('transactions', 'transactions_check1'));
end $$;
alter table transactions add constraint transactions_valid check (check_transaction(transactions));
create index transactions_device on transactions (device_id, created_at desc);
create index transactions_customer on transactions (customer_email) where customer_email is not null;
-- One for each audience (30-lists.sql) and facet, in the order of the lists.
create index transactions_newest on transactions (payment_method, created_at desc, id desc);
create index transactions_payer on transactions (payer_id, payment_method, created_at desc, id desc);
create index transactions_owner on transactions (owner_id, payment_method, created_at desc, id desc)
  where owner_id <> payer_id;
create index transactions_landlord
  on transactions (landlord_email, payment_method, created_at desc, id desc)
  where landlord_email is not null;
create index transactions_text on transactions
  using gin ((id::text) gin_trgm_ops, search_text gin_trgm_ops);
-- As users_folded.
create index transactions_folded on transactions using gin ((
  case when octet_length(search_text) <> length(search_text) then
    replace(replace(replace(replace(translate(
      lower(normalize(regexp_replace(normalize(search_text, NFKD),
        '[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff]', '', 'g'), NFKC)),
      'øłđðħŧıς‘’ʼ‐–—−', 'olddhtiσ''''''----'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  end
) gin_trgm_ops) where octet_length(search_text) <> length(search_text);

create trigger append_only before delete or truncate on transactions
  for each statement execute function refuse_change_of_history();
create trigger append_only_rows before update on transactions for each row
  execute function refuse_change_except_anonymization(
    'customer_name', 'customer_email', 'landlord_email', 'paid_to');

-- Shares the payer and the device's owner, then the device, as the foreign keys do: no payment begins after one of
-- the accounts was closed. A charge that a card has paid (is_charged) is recorded in any case.
create function lock_payment_parties(payer uuid, paid_device uuid, is_charged boolean) returns devices
  language plpgsql as $$
declare
  person record;
  device devices;
begin
  for person in
    select id, closed_at from users
    where id = any (array[payer, (select owner_id from devices where id = paid_device)])
    order by id for key share
  loop
    if person.closed_at is not null and not is_charged then
      raise exception 'an account is closed' using errcode = 'check_violation',
        constraint = case person.id when payer then 'account_closed' else 'device_of_closed_account' end;
    end if;
  end loop;
  select * into device from devices where id = paid_device for key share;
  return device;
end $$;

create function derive_transaction_columns() returns trigger language plpgsql as $$
declare
  device devices := lock_payment_parties(new.payer_id, new.device_id, new.payment_method = 'credit_card');
begin
  new.owner_id = device.owner_id;
  new.device_label = coalesce(new.device_label, device.label);
  new.location = coalesce(new.location, device.location);
  new.paid_to = coalesce(new.paid_to, payee_email(device));
  if not exists (
    select from users where id in (new.owner_id, new.payer_id) and email = new.paid_to
  ) then
    new.landlord_email = new.paid_to;
  end if;
  return new;
end $$;
create trigger derive_transaction_columns before insert on transactions
  for each row execute function derive_transaction_columns();
