-- A sign names the open machine that has been there longest, whose id and time the room takes.
insert into rooms (id, number, landlord_email, location, created_at)
  select distinct on (landlord_email, location) id, sticker_number, landlord_email, location, created_at
  from devices where landlord_accepted
  order by landlord_email, location, is_open and deleted_at is null desc, created_at, id
  on conflict do nothing;
