-- without transaction
-- Whoever has chosen what they are told has not turned reports off: nobody asked them yet.
do $$
declare
  last uuid := '00000000-0000-0000-0000-000000000000';
begin
  loop
    set local lock_timeout = '200ms';
    with batch as (
      select user_id from notification_choices where user_id > last order by user_id limit 1000
    ),
    filled as (
      update notification_choices
      set push = case when 'report' = any (push) then push else push || 'report'::text end,
        mail = case when 'report' = any (mail) then mail else mail || 'report'::text end
      from batch where notification_choices.user_id = batch.user_id
    )
    select max(user_id::text)::uuid into last from batch;
    commit;
    exit when last is null;
  end loop;
end $$
