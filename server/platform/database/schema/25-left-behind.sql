-- Devices and codes created in an account before someone else verified its address. Disabled until the owner of the
-- address keeps or deletes them.
create table left_behind (
  -- Of the device or code.
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  device_id uuid references devices on delete cascade,
  prepaid_code_id uuid references prepaid_codes on delete cascade,
  was_enabled boolean not null,
  created_at timestamptz not null,
  check (id = coalesce(device_id, prepaid_code_id) and num_nonnulls(device_id, prepaid_code_id) = 1)
);
create index left_behind_user on left_behind (user_id, created_at desc, id desc);
create index left_behind_device on left_behind (device_id) where device_id is not null;
create index left_behind_code on left_behind (prepaid_code_id) where prepaid_code_id is not null;
create trigger refuse_closed_account before insert on left_behind
  for each row execute function refuse_closed_account('user_id');
