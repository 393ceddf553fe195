-- Two devices of one owner have the same number only if whoever saved them did not ask, or wanted it so
-- (docs/decisions/0040). Numbers differ that are not the same without case and spaces.
-- An index is made without a search path.
create function number_form(text) returns text language sql immutable parallel safe as $$
  select regexp_replace(public.search_form($1), '\s', '', 'g')
$$;
alter table devices add column shares_number boolean not null default false;

-- What has been so until now goes on: of each number the oldest device is as any other.
update devices set shares_number = true from (
  select id, row_number() over (
    partition by owner_id, number_form(device_number) order by created_at, id
  ) as number
  from devices where deleted_at is null
) as same
where same.id = devices.id and same.number > 1;

create unique index devices_number_taken on devices (owner_id, number_form(device_number))
  where deleted_at is null and not shares_number;
create index devices_number_shared on devices (owner_id, number_form(device_number))
  where deleted_at is null and shares_number;
