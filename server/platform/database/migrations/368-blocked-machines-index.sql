-- without transaction
create index concurrently if not exists device_links_blocked on device_links (blocked_since)
  where blocked_by is not null;
