-- without transaction
create index concurrently if not exists devices_place on devices (landlord_email, location, created_at, id)
  where is_open and deleted_at is null;
