-- without transaction
do $$
declare
  last uuid := '00000000-0000-0000-0000-000000000000';
begin
  loop
    set local lock_timeout = '200ms';
    with batch as (
      select id from losses where id > last order by id limit 1000
    ),
    filled as (
      update losses set (owner_id, payee_id) = (select owner_id, payee_id from payees_of_loss(losses))
      from batch where losses.id = batch.id and losses.owner_id is null
    )
    select max(id::text)::uuid into last from batch;
    commit;
    exit when last is null;
  end loop;
  set local lock_timeout = '200ms';
  alter table losses validate constraint losses_have_owners;
end $$
