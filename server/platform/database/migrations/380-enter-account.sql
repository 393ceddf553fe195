-- Those who share an account and those who want it alone queue here, in the order in which they come: a row lets
-- later ones share it past whoever waits for it. Taken before the rows themselves, until the transaction ends.
create function enter_account(account uuid, others uuid[] default '{}', is_alone boolean default false) returns uuid
  language plpgsql as $$
declare
  entered uuid;
begin
  for entered in select distinct id from unnest(account || others) as id order by id loop
    if is_alone then
      perform pg_advisory_xact_lock(7269, hashtext(entered::text));
    else
      perform pg_advisory_xact_lock_shared(7269, hashtext(entered::text));
    end if;
  end loop;
  return account;
end $$;
