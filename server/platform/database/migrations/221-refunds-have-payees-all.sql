-- without transaction
do $$
declare
  last uuid := '00000000-0000-0000-0000-000000000000';
begin
  loop
    set local lock_timeout = '200ms';
    with batch as (
      select id from refunds where id > last order by id limit 1000
    ),
    filled as (
      update refunds set
        (owner_id, payee_id) = (select owner_id, payee_id from payees_of_refund(refunds)),
        completed_at = case when status = 'completed' then coalesce(completed_at, (
          select created_at from ledger_entries where refund_id = refunds.id
        ), created_at) end
      from batch where refunds.id = batch.id and refunds.owner_id is null
    )
    select max(id::text)::uuid into last from batch;
    commit;
    exit when last is null;
  end loop;
  set local lock_timeout = '200ms';
  alter table refunds validate constraint refunds_have_owners;
  alter table refunds validate constraint refunds_completed;
end $$
