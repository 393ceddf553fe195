-- An account that its owner has closed keeps its id, which the ledger refers to, and nothing that tells
-- whose it was (docs/decisions/0039). In place of its address stands what can be no address.
alter table users add column closed_at timestamptz;

create function closed_name(account uuid) returns text language sql immutable as $$
  select 'closed account ' || account
$$;

alter table users add constraint users_closed check (closed_at is null or (
  email = closed_name(id) and full_name = '' and password_hash = '' and roles = '{}'
    and not email_verified
));

create or replace function refuse_change_of_address() returns trigger language plpgsql as $$
begin
  if new.closed_at is null then
    raise exception 'the address of an account does not change';
  end if;
  return new;
end $$;

create function refuse_change_of_closed_account() returns trigger language plpgsql as $$
begin
  raise exception 'the account is closed'
    using errcode = 'check_violation', constraint = 'account_closed';
end $$;
create trigger refuse_change_of_closed_account before update on users
  for each row when (old.closed_at is not null) execute function refuse_change_of_closed_account();

-- Lists of accounts hold those that are open.
create or replace function audiences(person users) returns text[] language sql immutable as $$
  select case when person.closed_at is null then array['users'] else '{}'::text[] end
$$;
drop trigger tally on users;
create trigger tally after insert or delete or update of user_type, closed_at on users
  for each row execute function tally();
drop index users_newest;
create index users_newest on users (created_at desc, id desc) where closed_at is null;

-- Nothing is added to a closed account. Whoever adds something shares its row, as the foreign key does
-- anyway, and whoever closes it locks that alone: what is added comes before that, or not at all.
create function refuse_closed_account() returns trigger language plpgsql as $$
declare
  account uuid;
  closed timestamptz;
begin
  if tg_argv[0] = 'user_id' then account = new.user_id;
  elsif tg_argv[0] = 'owner_id' then account = new.owner_id;
  else account = new.actor_id;
  end if;
  select closed_at into closed from users where id = account for key share;
  if closed is not null then
    raise exception 'the account is closed'
      using errcode = 'check_violation', constraint = 'account_closed';
  end if;
  return new;
end $$;
do $$
declare
  owned record;
begin
  for owned in select * from (values
    ('sessions', 'user_id'), ('passkeys', 'user_id'), ('passkey_challenges', 'user_id'),
    ('authenticators', 'user_id'), ('recovery_codes', 'user_id'), ('email_codes', 'user_id'),
    ('idempotency_keys', 'user_id'), ('left_behind', 'user_id'), ('prepaid_codes', 'user_id'),
    ('devices', 'owner_id'), ('resources', 'owner_id'), ('refunds', 'actor_id')
  ) as known (name, account) loop
    execute format('create trigger refuse_closed_account before insert on %I
      for each row execute function refuse_closed_account(%L)', owned.name, owned.account);
  end loop;
end $$;

-- A payment shares the accounts of its payer and of the device's owner, and then the device, which its
-- foreign keys do anyway: nothing that it writes down is of a moment before one of them was closed. What
-- a card has paid already is written down whatever became of the account.
create function share_payment(payer uuid, paid_device uuid, is_begun boolean) returns devices
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
    if person.closed_at is not null and not is_begun then
      raise exception 'an account is closed' using errcode = 'check_violation',
        constraint = case person.id when payer then 'account_closed' else 'device_of_closed_account' end;
    end if;
  end loop;
  select * into device from devices where id = paid_device for key share;
  return device;
end $$;

create or replace function describe_transaction() returns trigger language plpgsql as $$
declare
  device devices := share_payment(new.payer_id, new.device_id, new.payment_method = 'credit_card');
begin
  new.owner_id = device.owner_id;
  new.device_label = coalesce(new.device_label, device.label);
  new.location = coalesce(new.location, device.location);
  new.paid_to = coalesce(new.paid_to, paid_to(device));
  if not exists (
    select from users where id in (new.owner_id, new.payer_id) and email = new.paid_to
  ) then
    new.landlord_email = new.paid_to;
  end if;
  return new;
end $$;
create or replace function describe_card_payment() returns trigger language plpgsql as $$
declare
  device devices := share_payment(new.payer_id, new.device_id, false);
begin
  new.device_label = device.label;
  new.location = device.location;
  new.paid_to = paid_to(device);
  return new;
end $$;

-- History is only added to, but for one thing: the name and the address of a closed account go.
create function is_forgetting(before jsonb, after jsonb, names text[]) returns boolean
  language sql immutable as $$
  -- A generated column is empty while a trigger looks at the new row.
  select before - 'search_text' <> after - 'search_text'
    and before - names - 'search_text' = after - names - 'search_text'
    and not exists (
      select from unnest(names) as name
      where before -> name <> after -> name
        and after -> name not in ('null', '""')
        and after ->> name not like 'closed account %'
        and not (jsonb_typeof(after -> name) = 'object' and before -> name @> (after -> name))
    )
$$;
create function refuse_other_than_forgetting() returns trigger language plpgsql as $$
begin
  if not is_forgetting(to_jsonb(old), to_jsonb(new), tg_argv) then
    raise exception '% is append-only', tg_table_name;
  end if;
  return new;
end $$;
drop trigger append_only on transactions;
create trigger append_only before delete or truncate on transactions
  for each statement execute function refuse_change_of_history();
create trigger append_only_rows before update on transactions for each row
  execute function refuse_other_than_forgetting(
    'customer_name', 'customer_email', 'landlord_email', 'paid_to');
drop trigger append_only on audit_events;
create trigger append_only before delete or truncate on audit_events
  for each statement execute function refuse_change_of_history();
create trigger append_only_rows before update on audit_events for each row
  execute function refuse_other_than_forgetting('actor_email', 'subject', 'details');

create or replace function refuse_other_changes() returns trigger language plpgsql as $$
declare
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
  whose text[] := array['processor', 'processor_account', 'processor_reference'];
  moving text[] := whose || array['status', 'difference', 'asks', 'next_ask_at'];
begin
  if tg_table_name = 'card_payments'
    and is_forgetting(before, after, array['customer_name', 'customer_email', 'paid_to'])
  then
    return new;
  end if;
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

-- An event that is written down while an account of its is being closed waits, and does not name it.
create function name_no_closed_account() returns trigger language plpgsql as $$
declare
  person record;
begin
  for person in
    select id, email, closed_at from users where id in (new.actor_id, new.subject_id)
    order by id for key share
  loop
    if person.closed_at is null then continue; end if;
    if person.id = new.actor_id then new.actor_email = person.email; end if;
    if person.id = new.subject_id then new.subject = person.email; end if;
  end loop;
  return new;
end $$;
create trigger name_no_closed_account before insert on audit_events
  for each row execute function name_no_closed_account();

-- Payments count for those whom they were paid to, whatever name stands for them.
drop trigger tally on transactions;
create trigger tally after insert or update of landlord_email on transactions
  for each row execute function tally();

-- Takes the name and the address of an account off some of the history that has them, in the transaction
-- that closes it. It does nothing with an address that an account has.
-- Returns how many rows it changed: fewer than in one go when nothing is left.
create function forget_in_history(account uuid, old_email text, at_once integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  nobody text := closed_name(account);
  pattern text := '%' || regexp_replace(search_form(old_email), '([\\%_])', '\\\1', 'g') || '%';
  changed integer;
begin
  if not exists (select from users where id = account and closed_at = now())
    or exists (select from users where email = old_email)
  then
    raise exception 'only an account that is being closed is forgotten';
  end if;

  with chosen as (
    select id from transactions
    where payer_id = account
      and (customer_name is not null or customer_email is not null or paid_to = old_email)
    union select id from transactions
    where owner_id = account and owner_id <> payer_id and paid_to = old_email
    union select id from transactions where landlord_email = old_email
    union select id from transactions where customer_email = old_email
    union select id from transactions
    where device_id in (select id from devices where landlord_email = old_email) and paid_to = old_email
    limit at_once
  )
  update transactions as paid set
    customer_name = case when payer_id <> account and customer_email is distinct from old_email
      then customer_name end,
    customer_email = case when payer_id <> account then nullif(customer_email, old_email) end,
    landlord_email = case landlord_email when old_email then nobody else landlord_email end,
    paid_to = case paid_to when old_email then nobody else paid_to end
  from chosen where paid.id = chosen.id;
  get diagnostics changed = row_count;
  if changed > 0 then return changed; end if;

  with chosen as (
    select id from card_payments where payer_id = account and (customer_name <> '' or customer_email <> '')
    union select id from card_payments where customer_email = old_email
    union select id from card_payments where paid_to = old_email
    limit at_once
  )
  update card_payments as card set
    customer_name = case when payer_id <> account and customer_email <> old_email
      then customer_name else '' end,
    customer_email = case when payer_id <> account and customer_email <> old_email
      then customer_email else '' end,
    paid_to = case paid_to when old_email then nobody else paid_to end
  from chosen where card.id = chosen.id;
  get diagnostics changed = row_count;
  if changed > 0 then return changed; end if;

  with chosen as (
    select id from audit_events where actor_id = account
      and (actor_email = old_email or (action = 'account_renamed' and details ? 'full_name'))
    union select id from audit_events
    where search_text like pattern and (actor_email = old_email or lower(subject) = old_email)
    union select id from audit_events
    where action = 'device_changed'
      and old_email = any (string_to_array(details ->> 'landlord_email', ' → '))
    limit at_once
  )
  update audit_events as event set
    actor_email = case actor_email when old_email then nobody else actor_email end,
    subject = case
      when lower(subject) = old_email then nobody
      -- The name of a passkey is its owner's own text.
      when actor_id = account and action in ('passkey_added', 'passkey_removed') then ''
      else subject
    end,
    details = details
      - case when action = 'account_renamed' and actor_id = account then 'full_name' else '' end
      - case when old_email = any (string_to_array(details ->> 'landlord_email', ' → '))
          then 'landlord_email' else '' end
  from chosen where event.id = chosen.id;
  get diagnostics changed = row_count;
  return changed;
end $$;

-- Takes away what is counted for an address that no row is counted for any more.
create function forget_tallies(address text) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  known text[] := array['devices of ' || address, 'codes for ' || address, 'transactions at ' || address];
begin
  -- The lock of fold_tallies.
  perform pg_advisory_xact_lock(7264656);
  with taken as (delete from tally_changes where audience = any (known) returning *)
  merge into tallies using (
    select audience, coalesce(month, 'infinity') as month, kind, sum(change) as change from taken
    group by grouping sets ((audience, month, kind), (audience, kind))
    having sum(change) <> 0
  ) as sum
  on tallies.audience = sum.audience and tallies.month = sum.month and tallies.kind = sum.kind
  when matched then update set rows = rows + change
  when not matched then insert values (audience, month, kind, change);
  delete from tallies where audience = any (known) and rows = 0;
end $$;

-- Where the address of an account may stand.
create index card_payments_payer on card_payments (payer_id);
create index card_payments_customer on card_payments (customer_email);
create index card_payments_paid_to on card_payments (paid_to);
create index transactions_customer on transactions (customer_email) where customer_email is not null;
create index prepaid_codes_customer on prepaid_codes (customer_email) where customer_email is not null;
create index prepaid_codes_landlord on prepaid_codes (landlord_email) where landlord_email is not null;
