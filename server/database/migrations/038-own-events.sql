-- What somebody did, newest first.
create index audit_events_actor on audit_events (actor_id, created_at desc, id desc);
