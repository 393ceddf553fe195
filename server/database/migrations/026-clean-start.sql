-- An address gives rights from the moment that somebody showed it to be theirs, and not backwards.
alter table users add column verified_at timestamptz;
-- Of whoever registered: verified from there, the address takes nothing away from them.
alter table sessions add column is_registration boolean not null default false;

with shown as (
  select subject_id, min(created_at) as at from audit_events
  where action in ('address_verified', 'password_reset') group by subject_id
)
update users set verified_at = coalesce(
  (select at from shown where shown.subject_id = users.id), users.created_at
) where email_verified;

with first as (
  select distinct on (user_id) id, user_id, created_at from sessions order by user_id, created_at
)
update sessions set is_registration = true from first join users on users.id = first.user_id
where sessions.id = first.id and first.created_at < users.created_at + interval '1 minute';

create function note_verification() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.verified_at = case when new.email_verified then coalesce(new.verified_at, new.created_at) end;
  else
    -- Of this moment, not of the start of the transaction: later than all that was waited for.
    new.verified_at = case when new.email_verified then clock_timestamp() end;
  end if;
  return new;
end $$;
create trigger note_verification_of_new before insert on users
  for each row execute function note_verification();
create trigger note_verification before update of email_verified on users
  for each row when (new.email_verified <> old.email_verified)
  execute function note_verification();

-- Devices and codes that were made in an account before its address was shown to be somebody else's
-- than whoever registered it: out of use until the owner of the address keeps or removes them.
create table left_behind (
  -- Of the device or code.
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  device_id uuid references devices on delete cascade,
  prepaid_code_id uuid references prepaid_codes on delete cascade,
  was_in_use boolean not null,
  created_at timestamptz not null,
  check (id = coalesce(device_id, prepaid_code_id) and num_nonnulls(device_id, prepaid_code_id) = 1)
);
create index left_behind_user on left_behind (user_id, created_at desc, id desc);
create index left_behind_device on left_behind (device_id) where device_id is not null;
create index left_behind_code on left_behind (prepaid_code_id) where prepaid_code_id is not null;

-- Whatever still opens an account that was taken over by mail before this was so.
with shown as (
  select distinct on (subject_id) subject_id, action, created_at from audit_events
  where action in ('address_verified', 'password_reset') order by subject_id, created_at
),
taken_over as (
  select subject_id as id, created_at from shown where action = 'password_reset'
),
apps as (
  delete from authenticators using taken_over
  where user_id = taken_over.id and authenticators.created_at < taken_over.created_at
  returning user_id
),
keys as (
  delete from passkeys using taken_over
  where user_id = taken_over.id and passkeys.created_at < taken_over.created_at
  returning user_id
),
codes as (
  delete from recovery_codes where user_id in (select user_id from apps)
)
update sessions set ended_at = now()
where ended_at is null and user_id in (select user_id from apps union select user_id from keys);
