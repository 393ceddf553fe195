-- without transaction
create index concurrently if not exists users_guests on users (created_at) where is_guest;
