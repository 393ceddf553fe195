import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { findFaults } from '../ledger/check.ts'
import { around } from '../test/older-database.ts'
import { databaseUrl, execute } from '../test/postgres.ts'
import { connect } from './connection.ts'

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

test('an older database loses what a stranger left that opens an account, and forked sessions', async () => {
  const name = `coinless_test_${randomUUID().replaceAll('-', '')}`
  const server = inject('postgresUrl')
  await execute(server, `create database ${name}`)
  const url = databaseUrl(server, name)
  const { before, migrations } = await around('026-clean-start.sql')
  await execute(url, before)
  await execute(
    url,
    `insert into users (email, email_verified, full_name, user_type, password_hash, created_at)
      values ('ana@example.com', true, 'Ana', 'landlord', '', '2026-01-01'),
        ('bea@example.com', true, 'Bea', 'landlord', '', '2026-01-01'),
        ('eve@example.com', false, 'Eve', 'tenant', '', '2026-01-01');
    insert into audit_events (created_at, action, subject_id, subject, details, address, user_agent)
      select at::timestamptz, action, id, email, '{}', '', '' from users join (values
        ('ana@example.com', 'password_reset', '2026-01-05'),
        ('ana@example.com', 'address_verified', '2026-01-09'),
        ('bea@example.com', 'address_verified', '2026-01-03'),
        ('bea@example.com', 'password_reset', '2026-01-09')
      ) as shown (address, action, at) on address = email;
    insert into authenticators (user_id, sealed_secret, created_at, confirmed_at)
      select id, '', '2026-01-02', '2026-01-02' from users;
    insert into passkeys (user_id, name, credential_id, public_key, counter, created_at)
      select id, at, email || at, '', 0, at::timestamptz
      from users, (values ('2026-01-02'), ('2026-01-07')) as made (at);
    insert into sessions (user_id, created_at, expires_at)
      select id, created_at, now() + interval '1 day' from users;
    insert into refresh_tokens (token_hash, session_id, created_at)
      select sha256((id::text || n)::bytea), id, now() + n * interval '1 second'
      from sessions, generate_series(1, 3) n`,
  )
  await execute(url, migrations)
  const database = connect(url)
  const accounts = await database
    .selectFrom('users')
    .select(['full_name', 'verified_at'])
    .select(({ selectFrom }) => [
      selectFrom('authenticators')
        .select(sql<number>`count(*)`.as('count'))
        .whereRef('user_id', '=', 'users.id')
        .as('apps'),
      selectFrom('passkeys')
        .select(sql<string>`string_agg(name, ' ' order by name)`.as('names'))
        .whereRef('user_id', '=', 'users.id')
        .as('passkeys'),
      selectFrom('sessions')
        .select(sql<boolean>`bool_and(ended_at is null and is_registration)`.as('goes_on'))
        .whereRef('user_id', '=', 'users.id')
        .as('goes_on'),
    ])
    .orderBy('full_name')
    .execute()
  const of = (month_day: string) => new Date(`2026-${month_day}T00:00:00Z`)
  expect(accounts).toEqual([
    {
      full_name: 'Ana',
      verified_at: of('01-05'),
      apps: 0,
      passkeys: '2026-01-07',
      goes_on: false,
    },
    {
      full_name: 'Bea',
      verified_at: of('01-03'),
      apps: 1,
      passkeys: '2026-01-02 2026-01-07',
      goes_on: true,
    },
    {
      full_name: 'Eve',
      verified_at: null,
      apps: 1,
      passkeys: '2026-01-02 2026-01-07',
      goes_on: true,
    },
  ])
  const tokens = await database.selectFrom('refresh_tokens').select('session_id').execute()
  expect(new Set(tokens.map(({ session_id }) => session_id)).size).toBe(tokens.length)
  await database.destroy()
  await execute(server, `drop database ${name}`)
})
