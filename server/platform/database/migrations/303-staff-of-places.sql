-- Where somebody works: at devices with one of these locations alone; null: at all of the owner's.
alter table memberships
  add column places text[],
  add constraint memberships_places check (cardinality(places) > 0);

-- The places that a call was let in with are still the member's, too.
create function hold_session(
  account uuid, session uuid, others uuid[], membership uuid, as_role text, as_places text[]
) returns uuid
  language plpgsql as $$
declare
  places_now text[];
begin
  perform hold_session(account, session, others, membership, as_role);
  select places into places_now from memberships where id = membership;
  if places_now is distinct from as_places then
    raise exception 'the membership is of other places'
      using errcode = 'check_violation', constraint = 'membership_changed';
  end if;
  return account;
end $$;
