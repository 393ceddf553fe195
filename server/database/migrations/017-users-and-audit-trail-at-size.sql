-- The lists of admins, too, stay as quick over millions of accounts and years of events: counted by
-- tallies, read newest first by an index, and searched by trigrams (docs/decisions/0024).
alter table users add column search_text text not null
  generated always as (lower(email || chr(31) || full_name)) stored;
alter table audit_events add column search_text text not null generated always as (lower(
  coalesce(actor_email, '') || chr(31) || subject || chr(31) || address || chr(31)
    || coalesce(subject_id::text, '')
)) stored;

create function audiences(person users) returns text[] language sql immutable as $$
  select array['users']
$$;
create function audiences(event audit_events) returns text[] language sql immutable as $$
  select array['audit events']
$$;
create function kind(person users) returns text language sql immutable as $$
  select person.user_type
$$;
create function kind(event audit_events) returns text language sql immutable as $$
  select event.action
$$;

create or replace view counted_tallies with (security_invoker = true) as
  select audience, coalesce(month, 'infinity') as month, kind, count(*) as rows
  from (
    select unnest(audiences(devices)) as audience, month_of(created_at) as month, kind(devices) as kind
      from devices
    union all select unnest(audiences(prepaid_codes)), month_of(created_at), kind(prepaid_codes)
      from prepaid_codes
    union all select unnest(audiences(transactions)), month_of(created_at), kind(transactions)
      from transactions
    union all select unnest(audiences(users)), month_of(created_at), kind(users) from users
    union all select unnest(audiences(audit_events)), month_of(created_at), kind(audit_events)
      from audit_events
  ) as row
  group by grouping sets ((audience, month, kind), (audience, kind));
insert into tallies select * from counted_tallies where audience in ('users', 'audit events');

create trigger tally after insert or delete or update of user_type on users
  for each row execute function tally();
create trigger tally after insert on audit_events
  for each row execute function tally();

create index users_newest on users (created_at desc, id desc);
create index users_text on users using gin (search_text gin_trgm_ops);
drop index audit_events_action;
create index audit_events_action on audit_events (action, created_at desc, id desc);
create index audit_events_text on audit_events using gin (search_text gin_trgm_ops);
