import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { findFaults } from '../ledger/check.ts'
import { around } from '../test/older-database.ts'
import { databaseUrl, execute } from '../test/postgres.ts'
import { connect } from './connection.ts'

test('devices that are in use stay open where their landlord is verified, and receipts say what they said', async () => {
  const name = `coinless_test_${randomUUID().replaceAll('-', '')}`
  const server = inject('postgresUrl')
  await execute(server, `create database ${name}`)
  const url = databaseUrl(server, name)
  const { before, migrations } = await around('031-accepted-landlords.sql')
  await execute(url, before)
  await execute(
    url,
    `insert into users (email, full_name, user_type, password_hash, email_verified) values
      ('olga@example.com', 'Olga', 'landlord', '', false),
      ('lou@example.com', 'Lou', 'landlord', '', true),
      ('eve@example.com', 'Eve', 'landlord', '', false);
    insert into devices (owner_id, label, device_number, device_type, landlord_email, location,
        duration_minutes, price)
      select id, 'Washer', landlord, 'washer', landlord, 'Elm', 30, 3 from users,
        unnest(array['olga@example.com', 'lou@example.com', 'eve@example.com']) as landlord
      where email = 'olga@example.com';
    with paid as (insert into transactions (device_id, payer_id, device_number, amount,
          duration_minutes, payment_method, processor_reference)
        select id, owner_id, device_number, 3, 30, 'credit_card', device_number from devices
        returning *)
      insert into ledger_entries (reason, amount, debit_account, credit_account, transaction_id,
          actor_id)
        select 'card_payment', amount, 'card', 'takings:' || device_id, id, payer_id from paid`,
  )
  await execute(url, migrations)
  const database = connect(url)
  const found = await database
    .selectFrom('devices')
    .innerJoin('transactions', 'transactions.device_id', 'devices.id')
    .select(['is_open', 'landlord_accepted', 'paid_to', 'device_label'])
    .select('transactions.location')
    .orderBy('devices.landlord_email')
    .execute()
  const receipt = { device_label: 'Washer', location: 'Elm' }
  expect(found).toEqual([
    { is_open: false, landlord_accepted: false, paid_to: 'eve@example.com', ...receipt },
    { is_open: true, landlord_accepted: true, paid_to: 'lou@example.com', ...receipt },
    { is_open: true, landlord_accepted: true, paid_to: 'olga@example.com', ...receipt },
  ])
  expect(await findFaults(database)).toEqual([])
  await database.destroy()
  await execute(server, `drop database ${name}`)
})

test('what admins made since their address is verified counts as made as admin, and one stays who can give roles', async () => {
  const server = inject('postgresUrl')
  const { before, migrations } = await around('050-power-of-admins.sql')
  async function migrated(isVerified: boolean) {
    const name = `coinless_test_${randomUUID().replaceAll('-', '')}`
    await execute(server, `create database ${name}`)
    const url = databaseUrl(server, name)
    await execute(url, before)
    await execute(
      url,
      `insert into users (email, full_name, user_type, password_hash, roles, email_verified,
          created_at) values
        ('ada@example.com', 'Ada', 'tenant', '', '{admin}', ${isVerified}, now() - interval '2 days'),
        ('eve@example.com', 'Eve', 'tenant', '', '{admin}', false, now() - interval '1 day'),
        ('lou@example.com', 'Lou', 'tenant', '', '{}', true, now() - interval '3 days');
      insert into devices (owner_id, label, device_number, device_type, landlord_email, location,
          duration_minutes, price)
        select id, 'Washer', full_name, 'washer', email, 'Elm', 30, 3 from users;
      alter table prepaid_codes disable trigger note_issuer;
      insert into prepaid_codes (user_id, code, lookup_key)
        select id, full_name, upper(full_name) from users;
      insert into prepaid_codes (user_id, code, lookup_key, created_at)
        select id, 'Ada before', 'ADABEFORE', created_at - interval '1 minute' from users
        where full_name = 'Ada';
      alter table prepaid_codes enable trigger note_issuer`,
    )
    await execute(url, migrations)
    const database = connect(url)
    const names = [
      sql`select full_name as name from users where is_admin(users)`,
      sql`select code as name from prepaid_codes where issued_as_admin`,
      sql`select device_number as name from devices where is_open`,
    ]
    const found = names.map(async (query) =>
      (await query.execute(database)).rows.map((row) => (row as { name: string }).name),
    )
    const kept = await Promise.all(found)
    expect(await findFaults(database)).toEqual([])
    await database.destroy()
    await execute(server, `drop database ${name}`)
    return kept
  }
  const kept = [['Ada'], ['Ada'], ['Ada']]
  expect(await migrated(true)).toEqual(kept)
  expect(await migrated(false)).toEqual(kept)
})

test('devices that have the same number stay as they are, and the next one is told apart', async () => {
  const name = `coinless_test_${randomUUID().replaceAll('-', '')}`
  const server = inject('postgresUrl')
  await execute(server, `create database ${name}`)
  const url = databaseUrl(server, name)
  const { before, migrations } = await around('047-device-numbers.sql')
  await execute(url, before)
  const insertion = (numbers: string[], deletedAt = 'null') => `
    insert into devices (owner_id, label, device_number, device_type, landlord_email, location,
        duration_minutes, price, created_at, deleted_at)
      select users.id, n, number, 'washer', email, 'Elm', 30, 3, now() + n * interval '1 minute',
        ${deletedAt}
      from users, unnest(array['${numbers.join("', '")}']) with ordinality as each (number, n)`
  await execute(
    url,
    `insert into users (email, full_name, user_type, password_hash) values
      ('olga@example.com', 'Olga', 'landlord', ''), ('lou@example.com', 'Lou', 'landlord', '');
    ${insertion(['W-1', 'W-2', 'w-1', 'W -1'])}; ${insertion(['W-2'], 'now()')}`,
  )
  await execute(url, migrations)
  const database = connect(url)
  const found = await database
    .selectFrom('devices')
    .select(['device_number', 'shares_number'])
    .orderBy('owner_id')
    .orderBy('created_at')
    .where('deleted_at', 'is', null)
    .execute()
  const numbered = (device_number: string, shares_number: boolean) => ({
    device_number,
    shares_number,
  })
  const ofEach = [
    numbered('W-1', false),
    numbered('W-2', false),
    numbered('w-1', true),
    numbered('W -1', true),
  ]
  expect(found).toEqual([...ofEach, ...ofEach])
  await expect(execute(url, insertion(['w-2']))).rejects.toThrow('devices_number_taken')
  await database.destroy()
  await execute(server, `drop database ${name}`)
})
