alter table devices validate constraint devices_room_id_fkey;
