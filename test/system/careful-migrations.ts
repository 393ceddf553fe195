import { stepOf } from '../../server/platform/database/steps.ts'

const refuseOtherThanForgetting = (exception: string) => `
  create or replace function refuse_change_except_anonymization() returns trigger language plpgsql as $$
  begin
    ${exception}
    if not is_anonymization(to_jsonb(old), to_jsonb(new), tg_argv) then
      raise exception '% is append-only', tg_table_name;
    end if;
    return new;
  end $$;`

/**
 * Adds an indexed not-null column to the largest table by server/platform/database/migrations/README.md: each
 * step locks briefly, or with a lock that permits writes.
 */
export const inSteps = [
  stepOf(
    '900-cents.sql',
    `alter table transactions add column amount_cents bigint;
    create function note_cents() returns trigger language plpgsql as $$
    begin
      new.amount_cents = new.amount * 100;
      return new;
    end $$;
    create trigger note_cents before insert on transactions
      for each row execute function note_cents();
    ${refuseOtherThanForgetting(`
    if to_jsonb(old) -> 'amount_cents' = 'null'
      and to_jsonb(old) - 'amount_cents' - 'search_text' = to_jsonb(new) - 'amount_cents' - 'search_text'
    then
      return new;
    end if;`)}`,
  ),
  stepOf(
    '901-fill-cents.sql',
    `-- without transaction
do $$
declare
  last uuid := '00000000-0000-0000-0000-000000000000';
begin
  loop
    set local lock_timeout = '200ms';
    with batch as (
      select id from transactions where id > last order by id limit 1000
    ),
    filled as (
      update transactions set amount_cents = amount * 100
      from batch where transactions.id = batch.id and amount_cents is null
    )
    select max(id::text)::uuid into last from batch;
    commit;
    exit when last is null;
  end loop;
end $$`,
  ),
  stepOf(
    '902-cents-index.sql',
    `-- without transaction
create index concurrently if not exists transactions_cents on transactions (amount_cents)`,
  ),
  stepOf(
    '903-cents-known.sql',
    `alter table transactions
      add constraint transactions_cents_known check (amount_cents is not null) not valid`,
  ),
  stepOf(
    '904-cents-known-of-all.sql',
    'alter table transactions validate constraint transactions_cents_known',
  ),
  stepOf(
    '905-cents-not-null.sql',
    `alter table transactions
      alter column amount_cents set not null, drop constraint transactions_cents_known;
    ${refuseOtherThanForgetting('')}`,
  ),
]
