-- Removes the name and address of an account from part of the history, in the transaction that closes the account.
-- Returns the number of rows it changed: less than at_once when nothing is left.
create function anonymize_history(account uuid, old_email text, at_once integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  replacement text := closed_account_email(account);
  pattern text := '%' || regexp_replace(normalize_search_text(old_email), '([\\%_])', '\\\1', 'g') || '%';
  -- An address that was never verified is removed from the account's own rows only, not from those of others.
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
    landlord_email = case when landlord_email = old_email and is_shown then replacement else landlord_email end,
    paid_to = case paid_to when old_email then replacement else paid_to end
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
    paid_to = case paid_to when old_email then replacement else paid_to end
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
    actor_email = case actor_email when old_email then replacement else actor_email end,
    subject = case
      when lower(subject) = old_email then replacement
      -- The owner chose the name of a passkey.
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

-- As anonymize_history, for names of API keys, which their owner chose.
create function anonymize_api_keys_in_history(account uuid, at_once integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed integer;
begin
  if not exists (select from users where id = account and closed_at = now()) then
    raise exception 'only an account that is being closed is forgotten';
  end if;
  with chosen as (
    select id from audit_events where actor_id = account
      and (details ? 'api_key' or (action in ('api_key_created', 'api_key_ended') and subject <> ''))
    limit at_once
  )
  update audit_events as event set
    subject = case when action in ('api_key_created', 'api_key_ended') then '' else subject end,
    details = details - 'api_key'
  from chosen where event.id = chosen.id;
  get diagnostics changed = row_count;
  return changed;
end $$;

-- Deletes the counts of an address that are zero.
create function delete_zero_row_counts(address text) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  known text[] := array['devices of ' || address, 'own devices of ' || address, 'codes for ' || address,
    'transactions at ' || address];
begin
  -- The lock of merge_row_count_changes.
  perform pg_advisory_xact_lock(7264656);
  with taken as (delete from row_count_changes where audience = any (known) returning *)
  merge into row_counts using (
    select audience, coalesce(month, 'infinity') as month, facet, sum(change) as change from taken
    group by grouping sets ((audience, month, facet), (audience, facet))
    having sum(change) <> 0
  ) as sum
  on row_counts.audience = sum.audience and row_counts.month = sum.month and row_counts.facet = sum.facet
  when matched then update set rows = rows + change
  when not matched then insert values (audience, month, facet, change);
  delete from row_counts where audience = any (known) and rows = 0;
end $$;
