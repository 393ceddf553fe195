-- without transaction
do $$
declare
  last uuid := '00000000-0000-0000-0000-000000000000';
begin
  loop
    set local lock_timeout = '200ms';
    set local coinless.renames_accounts = 'on';
    with batch as (
      select id, debit_account, credit_account from ledger_entries where id > last order by id limit 1000
    ),
    renamed as (
      update ledger_entries as entry set
        debit_account = regexp_replace(entry.debit_account, '^takings:', 'revenue:'),
        credit_account = regexp_replace(entry.credit_account, '^takings:', 'revenue:')
      from batch
      where entry.id = batch.id
        and (batch.debit_account like 'takings:%' or batch.credit_account like 'takings:%')
    )
    select max(id::text)::uuid into last from batch;
    commit;
    exit when last is null;
  end loop;
end $$
