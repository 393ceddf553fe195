import { randomUUID } from 'node:crypto'
import { audit } from '@coinless/contract/audit.ts'
import { auth } from '@coinless/contract/auth.ts'
import { devices } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { adminUsers, me } from '@coinless/contract/users.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  columnsWith,
  known,
  leaveTraces,
  makePersonWithAllData,
  pay,
  payByCard,
} from '../../../test/support/known-person.ts'
import {
  makeAdmin,
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  password,
  type TestUser,
} from '../../../test/support/make.ts'
import { findInconsistencies } from '../../ledger/entries/check.ts'
import { queueMail } from '../../notifications/mail/outbox.ts'

const server = testApp({ rateLimits: true })
const close = (as: TestUser) =>
  server.call(ownAccount.close, { as, body: { current_password: password } })

afterEach(async () => {
  expect(await findInconsistencies(server.database)).toEqual([])
})

describe('a closed account', () => {
  // id: forgetting-2
  test('leaves no address, name or phone number in any column of any table', async () => {
    const world = await makePersonWithAllData(server)
    await leaveTraces(server, world)
    const { person } = world
    const texts = [person.email, known.full_name, known.phone_number]
    const before = await columnsWith(server, texts)
    // Otherwise the search after closing would prove nothing.
    expect(new Set(before.map((each) => each.split('.')[0]))).toEqual(
      new Set([
        'audit_events',
        'card_payments',
        'devices',
        'idempotency_keys',
        'prepaid_codes',
        'report_answers',
        'reports',
        'resources',
        'rooms',
        'row_count_changes',
        'transactions',
        'users',
        'failed_attempts',
      ]),
    )
    await close(person)
    // The location stays, because it is part of what others paid for.
    expect(await columnsWith(server, texts)).toEqual(
      ['card_payments.location', 'transactions.location'].map(
        (each) => `${each}: ${known.full_name}`,
      ),
    )
    expect((await server.mails()).filter(({ to }) => to === person.email)).toMatchObject([
      { subject: 'Your Coinless account is closed' },
    ])
  })

  test('is erased in parts, whatever its size, without touching another address', async () => {
    const person = await makeLandlord(server)
    const other = await makeLandlord(server, { email: `x-${person.email}` })
    await server.asOwner(`insert into audit_events
      (action, actor_id, actor_email, subject, details, address, user_agent)
      select 'device_created', '${person.id}', '${person.email}', '${other.email}', '{}', '', ''
      from generate_series(0, ${limits.forgottenAtClosing})`)
    await close(person)
    const told = await columnsWith(server, [person.email])
    expect(told.sort()).toEqual(
      (await columnsWith(server, [other.email])).map((each) =>
        each.replace(other.email, person.email),
      ),
    )
    const { rows } = await sql<{ count: number }>`select count(*) as count from audit_events
      where actor_email = ${`closed account ${person.id}`} and subject = ${other.email}`.execute(
      server.database,
    )
    expect(rows[0]?.count).toBe(limits.forgottenAtClosing + 1)
  })

  test('stays in receipts, lists and the trail as a closed account, with every amount', async () => {
    const world = await makePersonWithAllData(server)
    const { tenant, atOwn, paid } = await leaveTraces(server, world)
    const { person, other, admin } = world
    await close(person)
    const nobody = `closed account ${person.id}`
    const ofTenant = { as: tenant, params: { id: atOwn.transaction.id } }
    expect(await server.call(transactions.receipt, ofTenant)).toMatchObject({
      amount: 2.5,
      paid_to: nobody,
      device_label: world.own.label,
    })
    const landlord = await server.call(auth.login, { body: { email: other.email, password } })
    const as = { token: landlord.session.access_token }
    expect(
      await server.call(transactions.get, { as, params: { id: paid.transaction.id } }),
    ).toMatchObject({ amount: 2.5, customer_name: null })
    const { data: events } = await server.call(audit.list, {
      as: admin,
      query: { search: person.id },
    })
    expect(events[0]).toMatchObject({
      action: 'account_closed',
      actor_email: nobody,
      subject: nobody,
      details: {},
    })
    const query = { search: person.id }
    expect((await server.call(adminUsers.list, { as: admin, query })).data).toEqual([])
    await server.refused(adminUsers.assignRole, {
      as: admin,
      params: { id: person.id },
      body: { role: 'admin' },
    })
  })

  // id: forgetting-3
  test('gives nothing to the next user who registers its address', async () => {
    const world = await makePersonWithAllData(server)
    const { atShared, paid } = await leaveTraces(server, world)
    const { person, held, code, shared, waiting } = world
    await close(person)
    const body = {
      email: person.email,
      full_name: 'Next',
      password,
      user_type: 'landlord' as const,
    }
    const { session, user } = await server.call(auth.register, { body })
    const as = { token: session.access_token }
    const mail = (await server.mails()).findLast(({ to }) => to === person.email)
    const mailed = /^[0-9A-Z]{4}-[0-9A-Z]{4}$/m.exec(mail?.text ?? '')?.[0] ?? ''
    await server.call(me.verify, { as, body: { code: mailed } })
    expect(user.id).not.toBe(person.id)
    const all = await server.call(ownAccount.export, { as })
    expect(all.account.roles).toEqual([])
    for (const name of [
      'devices',
      'prepaid_codes',
      'transactions',
      'resources',
      'passkeys',
    ] as const) {
      expect(all[name], name).toEqual([])
    }
    expect((await server.call(devices.listToAccept, { as })).data).toEqual([])
    for (const { id } of [held, code]) {
      await server.refused(prepaidCodes.get, { as, params: { id } })
    }
    for (const { transaction } of [paid, atShared]) {
      await server.refused(transactions.get, { as, params: { id: transaction?.id ?? '' } })
    }
    for (const { id } of [shared, waiting]) {
      const refused = await server.refused(devices.accept, { as, params: { id } })
      expect([403, 404]).toContain(refused.status)
    }
  })
})

// id: forgetting-1
test('keeps an unverified address where others wrote it when its account closes', async () => {
  const [other, admin] = [await makeLandlord(server), await makeAdmin(server)]
  const tenant = await makeUser(server)
  const email = `ana-${randomUUID()}@example.com`
  const held = await makeCode(server, other, { customer_email: email })
  const bound = await makeCode(server, admin, { landlord_email: email })
  const named = await makeDevice(server, other, { landlord_email: email })
  const device = await makeDevice(server, other)
  const { transaction } = await payByCard(server, tenant, device, {
    customer_name: 'Ana',
    customer_email: email,
  })
  await queueMail(server.database, server.parts.config, { to: email, subject: 'A', text: 'A' })
  const stranger = await makeLandlord(server, { email, full_name: 'Ottoline Strange' })
  const own = await makeDevice(server, stranger)
  await makeCode(server, stranger, { customer_email: email })
  await pay(server, stranger, device, (await makeCode(server, other)).code)
  await pay(server, tenant, own, (await makeCode(server, stranger)).code)
  await close(stranger)
  const params = ({ id }: { id: string }) => ({ as: other, params: { id } })
  expect(await server.call(prepaidCodes.get, params(held))).toMatchObject({
    customer_email: email,
  })
  const ofAdmin = { as: admin, params: { id: bound.id } }
  expect((await server.call(prepaidCodes.get, ofAdmin)).landlord_email).toBe(email)
  expect((await server.call(devices.get, params(named))).landlord_email).toBe(email)
  expect((await server.call(transactions.get, params(transaction ?? held))).customer_name).toBe(
    'Ana',
  )
  expect(await columnsWith(server, ['Ottoline Strange'])).toEqual([])
  const left = await columnsWith(server, [email])
  expect(left.filter((each) => /^(users|audit_events)\.|paid_to/.test(each))).toEqual([])
  const mailed = (await server.mails()).filter(({ to }) => to === email)
  expect(mailed.map(({ subject }) => subject)).toEqual(['A'])
  const ana = await makeUser(server, { email, email_verified: true })
  const { data, pagination } = await server.call(prepaidCodes.list, { as: ana })
  expect([data.map(({ id }) => id), pagination.total]).toEqual([[held.id], 1])
})

// id: forgetting-4
test('refuses new rows for a closed account in every table that refers to accounts', async () => {
  const { rows } = await sql<{ table: string; columns: string }>`
    select conrelid::regclass::text as table, string_agg(attname, ' ' order by attname) as columns
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where contype = 'f' and confrelid = 'users'::regclass
      and not exists (
        select from pg_trigger join pg_proc on pg_proc.oid = tgfoid
        where tgrelid = conrelid and proname ~ '^refuse_[a-z_]*closed_account$'
      )
    group by 1 order by 1`.execute(server.database)
  expect(rows).toEqual([
    // Checked when a payment begins. A completed card payment is always recorded.
    { table: 'card_payments', columns: 'payer_id' },
    { table: 'ledger_entries', columns: 'actor_id' },
    // A run of a machine is always recorded, too.
    { table: 'losses', columns: 'owner_id payee_id' },
    // So are late payments and refunds, on numbered receipts.
    { table: 'receipt_counters', columns: 'seller_id' },
    { table: 'receipts', columns: 'seller_id' },
    { table: 'transactions', columns: 'owner_id payer_id' },
  ])
})

describe('the history', () => {
  test('rejects every change except removing names and addresses of closed accounts', async () => {
    const world = await makePersonWithAllData(server)
    await leaveTraces(server, world)
    for (const change of [
      `update transactions set customer_name = 'Another name'`,
      `update transactions set paid_to = 'x@example.com'`,
      `update transactions set amount = amount + 1, customer_name = null`,
      `update audit_events set subject = 'x@example.com'`,
      `update audit_events set action = 'signed_in', actor_email = ''`,
      `update audit_events set details = '{"price": "1 → 2"}'`,
      `update audit_events set created_at = now(), details = '{}'`,
    ]) {
      await expect(server.asOwner(change), change).rejects.toThrow('is append-only')
    }
    await expect(
      server.asOwner(`update card_payments set customer_name = 'Another name'`),
    ).rejects.toThrow('only go on from one status to the next')
  })

  test('is not erased for an account that is not being closed', async () => {
    const { id, email } = await makeUser(server)
    const forgetting = sql`select anonymize_history(${id}, ${email}, 10)`
    await expect(forgetting.execute(server.database)).rejects.toThrow('being closed')
    const gone = await makeUser(server)
    await close(gone)
    const later = sql`select anonymize_history(${gone.id}, ${email}, 10)`
    await expect(later.execute(server.database)).rejects.toThrow('being closed')
  })
})

test('keeps codes that others issued to a closed account valid, but not its own', async () => {
  const { person, other, shared, held, code } = await makePersonWithAllData(server)
  const admin = await makeAdmin(server)
  const bound = await makeCode(server, admin, { landlord_email: person.email })
  await close(person)
  const stranger = await makeUser(server)
  const device = await server.call(devices.get, { as: other, params: { id: shared.id } })
  expect(device).toMatchObject({ landlord_email: other.email, landlord_accepted: true })
  expect((await pay(server, stranger, device, held.code)).remaining_balance).toBe(37.5)
  expect(await server.call(prepaidCodes.get, { as: other, params: { id: held.id } })).toMatchObject(
    { customer_email: null, customer_name: null, phone_number: null },
  )
  expect(await server.call(prepaidCodes.get, { as: admin, params: { id: code.id } })).toMatchObject(
    { disabled: true, remaining_balance: 50 },
  )
  // Without a landlord, the code would pay everywhere.
  expect(
    (await server.call(prepaidCodes.get, { as: admin, params: { id: bound.id } })).landlord_email,
  ).toBe(`closed account ${person.id}`)
})
