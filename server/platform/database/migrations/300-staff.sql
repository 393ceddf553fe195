-- Who works for whom, as what; and who is invited to. A member's calls are their owner's, with the rights of the role.
create table memberships (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users,
  -- Whom the invitation is for, and who accepts it: a verified address.
  email text not null,
  role text not null,
  -- Of 256 random bits, so that a plain hash keeps them.
  secret_hash bytea unique,
  member_id uuid references users,
  invited_at timestamptz not null default now(),
  joined_at timestamptz,
  created_at timestamptz(3) not null default clock_timestamp(),
  constraint memberships_email unique (owner_id, email),
  constraint memberships_invited check (
    (member_id is null) = (joined_at is null) and (member_id is null) = (secret_hash is not null)),
  constraint memberships_of_others check (member_id <> owner_id)
);
create unique index memberships_member on memberships (member_id, owner_id);
create index memberships_address on memberships (email);
create trigger refuse_closed_account before insert on memberships
  for each row execute function refuse_closed_account('owner_id');

-- In whose things somebody did something; null: in their own, or as an admin.
alter table audit_events add column account_id uuid;

-- The same of a call that somebody makes for an owner: the membership goes on as well until the transaction ends.
create function hold_session(account uuid, session uuid, others uuid[], membership uuid) returns uuid
  language plpgsql as $$
begin
  perform hold_session(account, session, others);
  perform from memberships where id = membership and owner_id = account and member_id is not null for share;
  if not found then
    raise exception 'the membership has ended'
      using errcode = 'check_violation', constraint = 'membership_ended';
  end if;
  return account;
end $$;
