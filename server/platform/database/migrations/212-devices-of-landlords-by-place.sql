-- without transaction
create index concurrently if not exists devices_landlord_place
  on devices (landlord_email, location, created_at, id) include (device_type, status)
  where landlord_accepted and not landlord_is_owner and deleted_at is null;
