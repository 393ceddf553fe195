-- without transaction
create index concurrently if not exists machine_holds_entry on machine_holds (queue_entry_id, device_id, created_at)
