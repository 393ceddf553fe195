-- The role of admin has power once the address is verified, and what it was used for says so (docs/decisions/0044).
create function is_admin(account users) returns boolean language sql immutable as $$
  select account.email_verified and 'admin' = any (account.roles)
$$;

-- Issued with the power of an admin, and so good at the devices of others.
alter table prepaid_codes add column issued_as_admin boolean not null default false;
-- Saved last by its owner with the power of an admin, and so open in their name.
alter table devices add column saved_as_admin boolean not null default false;

-- What admins made since their address is theirs was made as admin. Where nobody has a verified address,
-- that of the oldest admin counts as verified: somebody has to be able to give roles.
with made_admin as (
  update users set email_verified = true
  where id = (
    select id from users
    where 'admin' = any (roles) and not exists (select from users as other where is_admin(other))
    order by created_at, id limit 1
  )
  returning id, created_at as since
),
admins as (
  select id, since from made_admin
  union all
  select id, verified_at from users where is_admin(users)
),
issued as (
  update prepaid_codes set issued_as_admin = true
  from admins where admins.id = user_id and coalesce(issuer_was_verified, prepaid_codes.created_at >= since)
)
update devices set saved_as_admin = true
from admins where admins.id = owner_id and devices.created_at >= since;

create or replace function is_hosted(device devices) returns boolean language sql stable as $$
  select device.landlord_accepted_at is not null or (
    device.landlord_is_owner and exists (
      select from users as host
      where host.id = device.owner_id
        and (host.user_type = 'landlord' or (device.saved_as_admin and is_admin(host)))
    )
  )
$$;
drop trigger describe_device on devices;
create trigger describe_device
  before insert or update of owner_id, landlord_email, landlord_accepted_at, saved_as_admin
  on devices for each row execute function describe_device();
drop trigger host_devices on users;
create trigger host_devices after update of user_type, roles, email_verified on users
  for each row when (new.user_type <> old.user_type or is_admin(new) <> is_admin(old))
  execute function host_devices();
update devices set is_hosted = is_hosted(devices) where is_hosted <> is_hosted(devices);
