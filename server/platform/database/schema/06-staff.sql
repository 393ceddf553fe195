-- Staff and invitations. A member's calls are the owner's, with the rights of the role.
create table memberships (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users,
  -- Invited. Only an account that has verified this address can accept.
  email text not null,
  role text not null,
  -- Locations of the owner's devices that the member works at. null: all.
  places text[] constraint memberships_places check (cardinality(places) > 0),
  -- Of 256 random bits, so a plain hash is enough.
  secret_hash bytea unique,
  member_id uuid references users,
  invited_at timestamptz not null default now(),
  joined_at timestamptz,
  created_at timestamptz(3) not null default clock_timestamp(),
  constraint memberships_email unique (owner_id, email),
  constraint memberships_invited check (
    (member_id is null) = (joined_at is null) and (member_id is null) = (secret_hash is not null)),
  constraint memberships_not_self check (member_id <> owner_id)
);
create unique index memberships_member on memberships (member_id, owner_id);
create index memberships_address on memberships (email);
create trigger refuse_closed_account before insert on memberships
  for each row execute function refuse_closed_account('owner_id');

-- For calls of staff: also keeps the membership until the transaction ends.
create function lock_session(account uuid, session uuid, others uuid[], membership uuid) returns uuid
  language plpgsql as $$
begin
  perform lock_session(account, session, others);
  perform from memberships where id = membership and owner_id = account and member_id is not null for share;
  if not found then
    raise exception 'the membership has ended'
      using errcode = 'check_violation', constraint = 'membership_ended';
  end if;
  return account;
end $$;

-- Also requires the role that the call was accepted with: a changed role stops calls in progress.
create function lock_session(account uuid, session uuid, others uuid[], membership uuid, as_role text) returns uuid
  language plpgsql as $$
declare
  role_now text;
begin
  perform lock_session(account, session, others, membership);
  select role into role_now from memberships where id = membership;
  if role_now <> as_role then
    raise exception 'the membership has another role'
      using errcode = 'check_violation', constraint = 'membership_changed';
  end if;
  return account;
end $$;

-- Also requires the places that the call was accepted with.
create function lock_session(
  account uuid, session uuid, others uuid[], membership uuid, as_role text, as_places text[]
) returns uuid
  language plpgsql as $$
declare
  places_now text[];
begin
  perform lock_session(account, session, others, membership, as_role);
  select places into places_now from memberships where id = membership;
  if places_now is distinct from as_places then
    raise exception 'the membership is of other places'
      using errcode = 'check_violation', constraint = 'membership_changed';
  end if;
  return account;
end $$;
