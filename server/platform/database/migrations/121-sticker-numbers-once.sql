-- without transaction
-- Partial, so that no row that refers to a device waits while the device gets its number.
create unique index concurrently if not exists devices_sticker_number on devices (sticker_number)
  where sticker_number is not null;
