-- without transaction
create index concurrently if not exists devices_room on devices (room_id, created_at, id) where deleted_at is null
