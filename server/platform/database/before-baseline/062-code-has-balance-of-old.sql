-- without transaction
do $$
declare
  last uuid := '00000000-0000-0000-0000-000000000000';
begin
  loop
    set local lock_timeout = '200ms';
    with batch as (
      select id from prepaid_codes where id > last order by id limit 1000
    ),
    filled as (
      update prepaid_codes set has_balance = true
      from batch where prepaid_codes.id = batch.id and not has_balance and remaining_balance > 0
    )
    select max(id::text)::uuid into last from batch;
    commit;
    exit when last is null;
  end loop;
end $$
