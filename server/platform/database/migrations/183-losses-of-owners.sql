-- without transaction
create index concurrently if not exists losses_owner on losses (owner_id, created_at desc);
