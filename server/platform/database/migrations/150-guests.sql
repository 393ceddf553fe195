-- In place of the address of a guest stands what can be no address.
create function guest_name(account uuid) returns text language sql immutable as $$
  select 'guest ' || account
$$;

-- An account of one browser, which nothing else opens, until it gets an address and a password (docs/decisions/0103).
alter table users add column is_guest boolean not null default false;
alter table users add constraint users_guest check (not is_guest or (
  email = guest_name(id) and full_name = '' and password_hash = '' and roles = '{}'
    and not email_verified and closed_at is null
)) not valid;

-- The address of an account is given to it once.
create or replace function refuse_change_of_address() returns trigger language plpgsql as $$
begin
  if new.closed_at is null and (new.is_guest or not old.is_guest) then
    raise exception 'the address of an account does not change';
  end if;
  return new;
end $$;

-- How many guests there were from a network since then; begun anew after a day.
create table guests_of_networks (
  network text primary key,
  since timestamptz not null default now(),
  guests integer not null
);
