-- without transaction
create index concurrently if not exists losses_newest on losses (created_at desc);
