-- How many devices are somebody's own, as lists that begin with those say (docs/decisions/0130). Who writes a
-- device meanwhile waits until they are counted; payments do not.
lock table devices in share row exclusive mode;

create or replace function audiences(device devices) returns text[] language sql immutable as $$
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

insert into row_counts
  select audience, coalesce(month, 'infinity') as month, facet, count(*)
  from (
    select 'own devices of ' || owner_id as audience, month_of(created_at) as month, facet(devices) as facet
      from devices where deleted_at is null
    union all
    select 'own devices of ' || landlord_email, month_of(created_at), facet(devices)
      from devices where deleted_at is null and landlord_accepted and not landlord_is_owner
  ) as device
  group by grouping sets ((audience, month, facet), (audience, facet));

create or replace function forget_row_counts(address text) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  known text[] := array['devices of ' || address, 'own devices of ' || address, 'codes for ' || address,
    'transactions at ' || address];
begin
  -- The lock of fold_row_counts.
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
