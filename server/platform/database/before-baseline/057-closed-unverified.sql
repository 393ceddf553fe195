-- An address that nobody has shown to be theirs is not forgotten in what others have when the account that
-- claims it is closed (docs/decisions/0039). What is closed keeps whether it was shown.
create or replace function note_verification() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.verified_at = case when new.email_verified then coalesce(new.verified_at, new.created_at) end;
  elsif new.closed_at is null then
    -- Of this moment, not of the start of the transaction: later than all that was waited for.
    new.verified_at = case when new.email_verified then clock_timestamp() end;
  end if;
  return new;
end $$;

create or replace function forget_in_history(account uuid, old_email text, at_once integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  nobody text := closed_name(account);
  pattern text := '%' || regexp_replace(search_form(old_email), '([\\%_])', '\\\1', 'g') || '%';
  -- An address that nobody has shown to be theirs is forgotten where the account itself stands, and not
  -- in what others have.
  is_shown boolean := (select verified_at is not null from users where id = account);
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
    union select id from transactions where is_shown and landlord_email = old_email
    union select id from transactions where is_shown and customer_email = old_email
    union select id from transactions
    where device_id in (select id from devices where landlord_email = old_email) and paid_to = old_email
    limit at_once
  )
  update transactions as paid set
    customer_name = case
      when payer_id <> account and (customer_email is distinct from old_email or not is_shown)
        then customer_name
    end,
    customer_email = case
      when payer_id <> account and (customer_email <> old_email or not is_shown) then customer_email
    end,
    landlord_email = case when landlord_email = old_email and is_shown then nobody else landlord_email end,
    paid_to = case paid_to when old_email then nobody else paid_to end
  from chosen where paid.id = chosen.id;
  get diagnostics changed = row_count;
  if changed > 0 then return changed; end if;

  with chosen as (
    select id from card_payments where payer_id = account and (customer_name <> '' or customer_email <> '')
    union select id from card_payments where is_shown and customer_email = old_email
    union select id from card_payments where paid_to = old_email
    limit at_once
  )
  update card_payments as card set
    customer_name = case
      when payer_id <> account and (customer_email <> old_email or not is_shown) then customer_name
      else ''
    end,
    customer_email = case
      when payer_id <> account and (customer_email <> old_email or not is_shown) then customer_email
      else ''
    end,
    paid_to = case paid_to when old_email then nobody else paid_to end
  from chosen where card.id = chosen.id;
  get diagnostics changed = row_count;
  if changed > 0 then return changed; end if;

  with chosen as (
    select id from audit_events where actor_id = account
      and (actor_email = old_email or (action = 'account_renamed' and details ? 'full_name'))
    union select id from audit_events
    where search_text like pattern and (actor_email = old_email or lower(subject) = old_email)
      and (is_shown or account in (actor_id, subject_id))
    union select id from audit_events
    where action = 'device_changed' and (is_shown or actor_id = account)
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
