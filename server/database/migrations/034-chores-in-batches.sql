-- Adds some of the changes to the tallies, unless somebody else is doing it. Says whether as many wait.
drop function fold_tallies();
create function fold_tallies(at_once integer) returns boolean language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if not pg_try_advisory_xact_lock(7264656) then
    return false;
  end if;
  with taken as (
    delete from tally_changes
    where ctid = any (array(select ctid from tally_changes limit at_once)) returning *
  )
  merge into tallies using (
    select audience, coalesce(month, 'infinity') as month, kind, sum(change) as change from taken
    group by grouping sets ((audience, month, kind), (audience, kind))
    having sum(change) <> 0
  ) as sum
  on tallies.audience = sum.audience and tallies.month = sum.month and tallies.kind = sum.kind
  when matched then update set rows = rows + change
  when not matched then insert values (audience, month, kind, change);
  return (select count(*) from (select from tally_changes limit at_once) as waiting) = at_once;
end $$;

-- By which the chores find what is over, and what the end of codes took under a clock that was ahead.
create index sessions_over on sessions (least(ended_at, expires_at));
create index passkey_challenges_over on passkey_challenges (expires_at);
create index email_codes_over on email_codes (expires_at);
create index ledger_entries_expiry on ledger_entries (created_at) where reason = 'expiry';
