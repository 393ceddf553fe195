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
    filled as (
      update devices set sticker_number = new_sticker_number()
      from batch where devices.id = batch.id and sticker_number is null
    )
    select max(id::text)::uuid into last from batch;
    commit;
    exit when last is null;
  end loop;
  set local lock_timeout = '200ms';
  alter table devices validate constraint devices_sticker_number_form;
  commit;
  set local lock_timeout = '200ms';
  -- The constraint says so: no row is looked at.
  alter table devices alter column sticker_number set not null;
end $$
