-- The role that a call was let in with is still the member's, too: whoever was given another one has nothing done any
-- more by what was under way.
create function hold_session(account uuid, session uuid, others uuid[], membership uuid, as_role text) returns uuid
  language plpgsql as $$
declare
  role_now text;
begin
  perform hold_session(account, session, others, membership);
  select role into role_now from memberships where id = membership;
  if role_now <> as_role then
    raise exception 'the membership has another role'
      using errcode = 'check_violation', constraint = 'membership_changed';
  end if;
  return account;
end $$;
