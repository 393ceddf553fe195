-- without transaction
create index concurrently if not exists devices_owner_place
  on devices (owner_id, location, created_at, id) include (device_type, status) where deleted_at is null;
