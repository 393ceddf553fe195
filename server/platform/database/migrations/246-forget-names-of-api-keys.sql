-- The name of an API key is its owner's own text: in the history it goes with the account. Called in the transaction
-- that closes it. Returns how many rows it changed: fewer than in one go when nothing is left.
create function forget_api_keys_in_history(account uuid, at_once integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed integer;
begin
  if not exists (select from users where id = account and closed_at = now()) then
    raise exception 'only an account that is being closed is forgotten';
  end if;
  with chosen as (
    select id from audit_events where actor_id = account
      and (details ? 'api_key' or (action in ('api_key_created', 'api_key_ended') and subject <> ''))
    limit at_once
  )
  update audit_events as event set
    subject = case when action in ('api_key_created', 'api_key_ended') then '' else subject end,
    details = details - 'api_key'
  from chosen where event.id = chosen.id;
  get diagnostics changed = row_count;
  return changed;
end $$;

-- An event that is written down while an account of its is being closed waits, and names neither it nor its key.
create or replace function name_no_closed_account() returns trigger language plpgsql as $$
declare
  person record;
begin
  for person in
    select id, email, closed_at from users where id in (new.actor_id, new.subject_id)
    order by id for key share
  loop
    if person.closed_at is null then continue; end if;
    if person.id = new.actor_id then
      new.actor_email = person.email;
      new.details = new.details - 'api_key';
    end if;
    if person.id = new.subject_id then new.subject = person.email; end if;
  end loop;
  return new;
end $$;
