-- A sign names the open machine that has been there longest.
insert into rooms (number, landlord_email, location)
  select distinct on (landlord_email, location) sticker_number, landlord_email, location
  from devices where landlord_accepted
  order by landlord_email, location, is_open and deleted_at is null desc, created_at, id
  on conflict do nothing;
