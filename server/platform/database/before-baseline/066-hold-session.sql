-- For what outlives a session: the account is kept from changing, and the session from having ended, until the
-- transaction ends. Of two statements, the second of which sees what was done while the first one waited.
create function hold_session(account uuid, session uuid, others uuid[] default '{}') returns uuid
  language plpgsql as $$
begin
  perform from users where id = any (account || others) order by id for share;
  if not exists (select from sessions where id = session and ended_at is null) then
    raise exception 'the session has ended'
      using errcode = 'check_violation', constraint = 'session_ended';
  end if;
  return account;
end $$;
