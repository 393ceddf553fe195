-- Lists are as fast over a million rows as over a thousand: each combines audiences. One index has an audience's rows
-- newest first, and row_counts has their number (docs/decisions/0017).

-- The audiences of a row. Those that a caller can see have no rows in common, except for own devices: lists that
-- begin with these count them.
create function audiences(device devices) returns text[] language sql immutable as $$
  select case
    when device.deleted_at is not null then '{}'
    else array['devices', 'own devices of ' || device.owner_id]
      || case when device.landlord_accepted and not device.landlord_is_owner
        then array['own devices of ' || device.landlord_email] end
      || case
        when device.is_open then array['open devices']
        when device.landlord_is_owner then array['devices of ' || device.owner_id]
        else array['devices of ' || device.owner_id, 'devices of ' || device.landlord_email]
      end
  end
$$;
create function audiences(code prepaid_codes) returns text[] language sql immutable as $$
  select case
    when code.deleted_at is not null then '{}'
    when code.holder_is_issuer or code.customer_email is null
      then array['codes', 'codes by ' || code.user_id]
    else array['codes', 'codes by ' || code.user_id, 'codes for ' || code.customer_email]
  end
$$;
create function transaction_audiences(payer_id uuid, owner_id uuid, landlord_email text) returns text[]
  language sql immutable as $$
  select array['transactions', 'transactions by ' || payer_id]
    || case when owner_id <> payer_id then array['transactions at ' || owner_id] end
    || case when landlord_email is not null then array['transactions at ' || landlord_email] end
$$;
create function audiences(paid transactions) returns text[] language sql immutable as $$
  select transaction_audiences(paid.payer_id, paid.owner_id, paid.landlord_email)
$$;
create function audiences(person users) returns text[] language sql immutable as $$
  select case when person.closed_at is null then array['users'] else '{}'::text[] end
$$;
create function audiences(event audit_events) returns text[] language sql immutable as $$
  select array['audit events']
$$;

-- The value that list filters select by.
create function facet(device devices) returns text language sql immutable as $$
  select device.device_type || ' ' || device.status
$$;
create function facet(code prepaid_codes) returns text language sql immutable as $$
  select case when code.disabled then 'disabled' else 'enabled' end
$$;
create function facet(paid transactions) returns text language sql immutable as $$
  select paid.payment_method
$$;
create function facet(person users) returns text language sql immutable as $$
  select person.user_type
$$;
create function facet(event audit_events) returns text language sql immutable as $$
  select event.action
$$;

create function month_of(moment timestamptz) returns date language sql immutable as $$
  select date_trunc('month', moment at time zone 'UTC')::date
$$;

-- Rows of an audience by facet and month (UTC); 'infinity' is all months. Changes are added in parts and in any
-- order, so a count can be negative for a while. Lists add the pending changes, which makes it exact.
create table row_counts (
  audience text not null,
  month date not null,
  facet text not null,
  rows bigint not null,
  primary key (audience, month, facet)
);
-- Changes not yet added to row_counts. Writing them never waits.
create table row_count_changes (
  audience text not null,
  month date not null,
  facet text not null,
  change integer not null
);
create index row_count_changes_audience on row_count_changes (audience);

create function count_row() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and audiences(new) = audiences(old) and facet(new) = facet(old) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    insert into row_count_changes
      select unnest(audiences(old)), month_of(old.created_at), facet(old), -1;
  end if;
  if tg_op <> 'DELETE' then
    insert into row_count_changes
      select unnest(audiences(new)), month_of(new.created_at), facet(new), 1;
  end if;
  return null;
end $$;
create trigger count_row after insert or update or delete on devices
  for each row execute function count_row();
-- A payment changes none of these columns.
create trigger count_row
  after insert or delete or update of disabled, customer_email, deleted_at, user_id on prepaid_codes
  for each row execute function count_row();
-- Forgetting a closed account changes landlord_email.
create trigger count_row after update of landlord_email on transactions
  for each row execute function count_row();
-- Once per statement, which can record several payments.
create function count_new_transactions() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into row_count_changes
    select audience, month_of(created_at), payment_method, count(*)
    from added cross join unnest(transaction_audiences(payer_id, owner_id, landlord_email)) as audience
    group by 1, 2, 3;
  return null;
end $$;
create trigger count_new_rows after insert on transactions referencing new table as added
  for each statement execute function count_new_transactions();
create trigger count_row after insert or delete or update of user_type, closed_at on users
  for each row execute function count_row();
create trigger count_row after insert on audit_events
  for each row execute function count_row();

-- Adds some changes to row_counts, unless another session does. Returns whether as many are left.
create function merge_row_count_changes(at_once integer) returns boolean language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if not pg_try_advisory_xact_lock(7264656) then
    return false;
  end if;
  with taken as (
    delete from row_count_changes
    where ctid = any (array(select ctid from row_count_changes limit at_once)) returning *
  )
  merge into row_counts using (
    select audience, coalesce(month, 'infinity') as month, facet, sum(change) as change from taken
    group by grouping sets ((audience, month, facet), (audience, facet))
    having sum(change) <> 0
  ) as sum
  on row_counts.audience = sum.audience and row_counts.month = sum.month and row_counts.facet = sum.facet
  when matched then update set rows = rows + change
  when not matched then insert values (audience, month, facet, change);
  return (select count(*) from (select from row_count_changes limit at_once) as waiting) = at_once;
end $$;

-- The numbers that row_counts must have.
create view expected_row_counts with (security_invoker = true) as
  select audience, coalesce(month, 'infinity') as month, facet, count(*) as rows
  from (
    select unnest(audiences(devices)) as audience, month_of(created_at) as month, facet(devices) as facet
      from devices
    union all select unnest(audiences(prepaid_codes)), month_of(created_at), facet(prepaid_codes)
      from prepaid_codes
    union all select unnest(audiences(transactions)), month_of(created_at), facet(transactions)
      from transactions
    union all select unnest(audiences(users)), month_of(created_at), facet(users) from users
    union all select unnest(audiences(audit_events)), month_of(created_at), facet(audit_events)
      from audit_events
  ) as row
  group by grouping sets ((audience, month, facet), (audience, facet));

-- Requires that an account stays within a quota. Without waiting it is a first check; with it, creators queue, so that
-- none misses the rows of another. As fast with many rows, because it uses the counts of lists.
create function assert_quota(
  account uuid, audience text, added bigint, quota_max bigint, constraint_name text, waits boolean default true
) returns uuid language plpgsql as $$
begin
  if waits then
    perform pg_advisory_xact_lock(7265, hashtext(account::text));
  end if;
  if added + (
    select coalesce(sum(rows), 0) from (
      select rows from row_counts where row_counts.audience = assert_quota.audience and month = 'infinity'
      union all
      select change from row_count_changes where row_count_changes.audience = assert_quota.audience
    ) as count
  ) > quota_max then
    raise exception 'this account keeps as many as it can'
      using errcode = 'check_violation', constraint = constraint_name;
  end if;
  return account;
end $$;
