-- Who did what to what, when and from where. Without foreign keys, because it outlives its subjects.
create table audit_events (
  id uuid primary key default gen_random_uuid(),
  -- Precision of the API, so that the last row of a page starts the next one.
  created_at timestamptz(3) not null default clock_timestamp(),
  action text not null,
  actor_id uuid,
  actor_email text,
  -- The owner whose account the event concerns. null: the actor's own, or an admin's action.
  account_id uuid,
  subject_id uuid,
  subject text not null,
  details jsonb not null,
  address text not null,
  user_agent text not null,
  search_text text not null generated always as (normalize_search_text(
    coalesce(actor_email, '') || chr(31) || subject || chr(31) || address || chr(31)
      || coalesce(subject_id::text, '')
  )) stored
);
create index audit_events_newest on audit_events (created_at desc, id desc);
create index audit_events_action on audit_events (action, created_at desc, id desc);
create index audit_events_actor on audit_events (actor_id, created_at desc, id desc);
create index audit_events_account on audit_events (account_id, created_at desc, id desc)
  where account_id is not null;
create index audit_events_text on audit_events using gin (search_text gin_trgm_ops);
-- As users_folded.
create index audit_events_folded on audit_events using gin ((
  case when octet_length(search_text) <> length(search_text) then
    replace(replace(replace(replace(translate(
      lower(normalize(regexp_replace(normalize(search_text, NFKD),
        '[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff]', '', 'g'), NFKC)),
      'øłđðħŧıς‘’ʼ‐–—−', 'olddhtiσ''''''----'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  end
) gin_trgm_ops) where octet_length(search_text) <> length(search_text);

create trigger append_only before delete or truncate on audit_events
  for each statement execute function refuse_change_of_history();
create trigger append_only_rows before update on audit_events for each row
  execute function refuse_change_except_anonymization('actor_email', 'subject', 'details');

-- An event waits while one of its accounts is being closed, and then names neither the account nor its API key.
create function anonymize_closed_accounts() returns trigger language plpgsql as $$
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
create trigger anonymize_closed_accounts before insert on audit_events
  for each row execute function anonymize_closed_accounts();
