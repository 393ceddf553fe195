-- without transaction
create index concurrently if not exists queue_entries_room on queue_entries (room_id, device_type, created_at)
