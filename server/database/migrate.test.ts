import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { expect, inject, test } from 'vitest'
import { findFaults } from '../ledger/check.ts'
import { databaseUrl, execute } from '../test/postgres.ts'
import { connect } from './connection.ts'

const folder = new URL('./migrations/', import.meta.url)

/** The schema as it was before a migration, and what that migration and those after it do. */
async function around(name: string) {
  const names = (await readdir(folder)).sort()
  const texts = await Promise.all(names.map((each) => readFile(new URL(each, folder), 'utf8')))
  const index = names.indexOf(name)
  return { before: texts.slice(0, index).join('\n'), migrations: texts.slice(index).join('\n') }
}

test('an older database keeps the money of its codes and payments, and its lists their totals', async () => {
  const name = `coinless_test_${randomUUID().replaceAll('-', '')}`
  const server = inject('postgresUrl')
  await execute(server, `create database ${name}`)
  const url = databaseUrl(server, name)
  const { before, migrations } = await around('012-double-entry.sql')
  await execute(url, before)
  await execute(
    url,
    `with ana as (insert into users (email, full_name, user_type, password_hash)
        values ('ana@example.com', 'Ana', 'landlord', '') returning id),
      device as (insert into devices (owner_id, label, device_number, device_type, landlord_email,
          location, duration_minutes, price)
        select id, 'Washer', 'W-1', 'washer', 'ana@example.com', 'Elm', 30, 2.50 from ana
        returning id, owner_id)
      insert into transactions (device_id, payer_id, device_number, amount, duration_minutes,
          payment_method, processor_reference)
        select id, owner_id, 'W-1', 2.50, 30, 'credit_card', 'one' from device;
    insert into prepaid_codes (user_id, code, lookup_key)
      select id, 'ELM-STREET-4', 'ELMSTREET4' from users;
    insert into ledger_entries (prepaid_code_id, reason, amount, actor_id)
      select id, 'issue', 20, user_id from prepaid_codes;
    with paid as (insert into transactions (device_id, payer_id, prepaid_code_id, device_number,
          amount, duration_minutes, payment_method)
        select devices.id, owner_id, prepaid_codes.id, 'W-1', 2.50, 30, 'prepaid_code'
        from devices, prepaid_codes returning *)
      insert into ledger_entries (prepaid_code_id, transaction_id, reason, amount, actor_id)
        select prepaid_code_id, id, 'redemption', -amount, payer_id from paid;
    insert into audit_events (action, subject, details, address, user_agent)
      values ('sign_in_failed', 'ana@example.com', '{}', '10.0.0.7', '')`,
  )
  await execute(url, migrations)
  const database = connect(url)
  expect(await findFaults(database)).toEqual([])
  const entries = await database
    .selectFrom('ledger_entries')
    .select(['reason', 'amount'])
    .orderBy('reason')
    .execute()
  expect(entries).toEqual([
    { reason: 'card_payment', amount: '2.50' },
    { reason: 'issue', amount: '20.00' },
    { reason: 'redemption', amount: '2.50' },
  ])
  const code = await database
    .selectFrom('prepaid_codes')
    .select(['balance', 'remaining_balance'])
    .executeTakeFirst()
  expect(code).toEqual({ balance: '20.00', remaining_balance: '17.50' })
  await database.destroy()
  await execute(server, `drop database ${name}`)
})

test('an older history of a code is put into an order that left no less than nothing', async () => {
  const name = `coinless_test_${randomUUID().replaceAll('-', '')}`
  const server = inject('postgresUrl')
  await execute(server, `create database ${name}`)
  const url = databaseUrl(server, name)
  const { before, migrations } = await around('030-history-of-codes.sql')
  await execute(url, before)
  // A top-up that was done before the payment, but began after it.
  await execute(
    url,
    `insert into users (email, full_name, user_type, password_hash)
      values ('ana@example.com', 'Ana', 'landlord', '');
    insert into devices (owner_id, label, device_number, device_type, landlord_email, location,
        duration_minutes, price)
      select id, 'Washer', 'W-1', 'washer', 'ana@example.com', 'Elm', 30, 3 from users;
    insert into prepaid_codes (user_id, code, lookup_key)
      select id, 'ELM-STREET-4', 'ELMSTREET4' from users;
    insert into ledger_entries (reason, amount, debit_account, credit_account, prepaid_code_id,
        actor_id, created_at)
      select reason, amount, 'sold:' || user_id, 'code:' || id, id, user_id, at::timestamptz
      from prepaid_codes,
        (values ('issue', 2, '2026-01-01'), ('top_up', 5, '2026-01-03')) as put (reason, amount, at);
    with paid as (insert into transactions (device_id, payer_id, prepaid_code_id, device_number,
          amount, duration_minutes, payment_method, created_at)
        select devices.id, owner_id, prepaid_codes.id, 'W-1', 3, 30, 'prepaid_code',
          '2026-01-02'::timestamptz
        from devices, prepaid_codes returning *)
      insert into ledger_entries (reason, amount, debit_account, credit_account, prepaid_code_id,
          transaction_id, actor_id, created_at)
        select 'redemption', amount, 'code:' || prepaid_code_id, 'takings:' || device_id,
          prepaid_code_id, id, payer_id, created_at
        from paid`,
  )
  await execute(url, migrations)
  const database = connect(url)
  const history = await database
    .selectFrom('code_movements')
    .select(['reason', 'balance_after'])
    .orderBy('code_entry')
    .execute()
  expect(history).toEqual([
    { reason: 'issue', balance_after: '2.00' },
    { reason: 'top_up', balance_after: '7.00' },
    { reason: 'redemption', balance_after: '4.00' },
  ])
  expect(await findFaults(database)).toEqual([])
  await database.destroy()
  await execute(server, `drop database ${name}`)
})
