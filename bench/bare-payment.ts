import { codeLength } from '../test/servers/many-rows.ts'
import { execute } from '../test/servers/postgres.ts'
import type { World } from './database.ts'

/**
 * Minimum cost of a payment: tables with the same rows and a primary key each, without triggers,
 * constraints and foreign keys, and a statement that charges a code and writes the two rows.
 */
export async function makeBareTables(world: World): Promise<void> {
  await execute(
    world.ownerUrl,
    `create schema if not exists bare;
    create table bare.codes as select lookup_key as code, 1000000::numeric(12, 2) as balance
      from prepaid_codes;
    alter table bare.codes add primary key (code);
    create table bare.transactions as
      select transactions.id, device_id, payer_id, lookup_key as code, transactions.created_at, amount,
        duration_minutes, device_number
      from transactions left join prepaid_codes on prepaid_codes.id = prepaid_code_id;
    alter table bare.transactions add primary key (id), alter id set default gen_random_uuid(),
      alter created_at set default now();
    create table bare.entries as
      select ledger_entries.id, transaction_id, lookup_key as code, amount, ledger_entries.created_at
      from ledger_entries left join prepaid_codes on prepaid_codes.id = prepaid_code_id;
    alter table bare.entries add primary key (id), alter id set default gen_random_uuid(),
      alter created_at set default now();
    grant usage on schema bare to public;
    grant all on all tables in schema bare to public;
    analyze bare.codes, bare.transactions, bare.entries`,
  )
}

/** For pgbench, with a random device, code and payer for each payment. */
export function barePaymentScript({ rows }: World): string {
  const statement = `
    with code as (
      update bare.codes set balance = balance - 2.5
      where code = upper(left(md5('code ' || :n), ${codeLength})) and balance >= 2.5
      returning code
    ),
    payment as (
      insert into bare.transactions (device_id, payer_id, code, amount, duration_minutes, device_number)
      select md5('device ' || :n)::uuid, md5('payer ' || :n)::uuid, code, 2.5, 30, 'M-' || :n from code
      returning *
    ),
    entry as (
      insert into bare.entries (transaction_id, code, amount) select id, code, amount from payment
    )
    select * from payment`
  return `\\set n 20 * random(0, ${rows / 20 - 1}) + 1\n${statement.replace(/\s+/g, ' ')};\n`
}
