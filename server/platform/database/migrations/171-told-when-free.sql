-- without transaction
-- Whoever is told of machines by browsers, or by mail, is told there of what they ask for, too.
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
      set push = case when push = '{}' or 'one_free' = any (push) then push else push || 'one_free'::text end,
        mail = case when mail = '{}' or 'one_free' = any (mail) then mail else mail || 'one_free'::text end
      from batch where notification_choices.user_id = batch.user_id
    )
    select max(user_id::text)::uuid into last from batch;
    commit;
    exit when last is null;
  end loop;
end $$
