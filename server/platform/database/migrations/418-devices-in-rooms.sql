-- without transaction
do $$
declare
  last uuid := '00000000-0000-0000-0000-000000000000';
begin
  loop
    set local lock_timeout = '200ms';
    with batch as (
      select id from devices where id > last order by id limit 1000
    ),
    placed as (
      update devices set room_id = rooms.id
      from batch, rooms
      where devices.id = batch.id and devices.room_id is null and devices.landlord_accepted
        and (rooms.landlord_email, rooms.location) = (devices.landlord_email, devices.location)
    )
    select max(id::text)::uuid into last from batch;
    commit;
    exit when last is null;
  end loop;
end $$
