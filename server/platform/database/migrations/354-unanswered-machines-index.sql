-- without transaction
create index concurrently if not exists device_links_unanswered on device_links (unanswered_at)
  where unanswered_at is not null;
