import { revenueGroups } from '@coinless/contract/choices.ts'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownLists } from '../../server/accounts/users/own-data.ts'
import { listUsers } from '../../server/accounts/users/users.ts'
import { listAllCodes, listCodes } from '../../server/codes/prepaid-codes/prepaid-codes.ts'
import { attentionOf } from '../../server/laundry/dashboard/attention.ts'
import { revenueOf } from '../../server/laundry/dashboard/revenue.ts'
import { spendingOf } from '../../server/laundry/dashboard/spending.ts'
import { listRecentRooms } from '../../server/laundry/rooms/recent-rooms.ts'
import { bookedRows } from '../../server/ledger/revenue/bookkeeping.ts'
import { placesFor } from '../../server/ledger/revenue/places.ts'
import { revenueFor } from '../../server/ledger/revenue/revenue.ts'
import { usageFor } from '../../server/ledger/revenue/usage.ts'
import { listTransactions } from '../../server/ledger/transactions/transactions.ts'
import { mayShareNumber } from '../../server/machines/devices/device-number.ts'
import { listDevices } from '../../server/machines/devices/devices.ts'
import type { Database } from '../../server/platform/database/connection.ts'
import { makePool, noTimeouts } from '../../server/platform/database/pool.ts'
import type { Tables } from '../../server/platform/database/tables.ts'
import { listEvents } from '../../server/sessions/audit/audit.ts'
import { codeOfMany, manyRows, ownerOfMany } from '../servers/many-rows.ts'
import { testApp } from '../support/app.ts'

/** A million in `npm run test:long`. */
const rows = Number(process.env.PLAN_ROWS ?? 20_000)

/** More losses than in practice, so that those of one owner are a small part. */
const lossOfEachPayment = `
  set session_replication_role = replica;
  insert into cycles (id, transaction_id, device_id, state, reason, is_measured, money, created_at, ended_at)
    select id, id, device_id, 'not_started', 'door', true, 'released', created_at, created_at
    from transactions;
  insert into losses (cycle_id, why, amount, owner_id, payee_id, created_at)
    select id, 'ran_after_refund', amount, owner_id, payer_id, created_at from transactions;
  reset session_replication_role`

const server = testApp()
const asked: { sql: string; parameters: readonly unknown[] }[] = []
let database: Database

beforeAll(async () => {
  await server.asOwner(manyRows({ rows, owners: 100 }))
  await server.asOwner(lossOfEachPayment)
  await server.asOwner('vacuum analyze')
  const pool = makePool(server.url, { timeouts: noTimeouts, preparedStatements: false })
  database = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void asked.push(query),
  })
}, 3_600_000)

afterAll(() => database.destroy())

const views = [
  {},
  { page: Math.ceil(rows / 20) },
  { page: Math.ceil(rows / 10) },
  { search: 'M-7313' },
  { search: 'tenant7313' },
  { search: codeOfMany(7313) },
  { search: 'Ana Brown' },
  { search: '555-0007313' },
  { search: '5550007313' },
  { search: 'house 731' },
  { search: 'nowhere' },
  { search: 'Müller' },
  { search: codeOfMany(7313).replace(/(.{4})/g, '$1–') },
  { search: '555 000 7313' },
]
const callers = [
  ['an owner', ownerOfMany(5), []],
  ['a tenant', 'tenant7@many.example', []],
  ['an admin', ownerOfMany(6), ['admin']],
] as const

test.each(callers)(
  'reads no whole table for any list, page, filter or search of %s',
  async (_, email, roles) => {
    const person = await personOf(email, roles)
    asked.length = 0
    for (const view of views) {
      const query = { page: 1, limit: 10, search: undefined, ...view }
      for (const device_type of [undefined, 'dryer'] as const) {
        for (const status of [undefined, 'inactive'] as const) {
          for (const own of [undefined, 'first', 'only'] as const)
            await listDevices(database, person, { ...query, device_type, status, own })
          await listDevices(database, person, { ...query, device_type, status, verified: true })
        }
      }
      for (const payment_method of [undefined, 'credit_card'] as const) {
        await listTransactions(database, person, { ...query, payment_method })
      }
      for (const disabled of [undefined, true])
        await listCodes(database, person, { ...query, disabled })
      for (const user_id of [undefined, person.id, person.id.slice(0, 8)])
        await listAllCodes(database, { ...query, user_id })
      await listUsers(database, query)
      for (const action of [undefined, 'signed_out'] as const)
        await listEvents(database, { ...query, action })
    }
    expect(asked.length).toBeGreaterThan(80)
    expect(await wholeTablesRead()).toEqual([])
  },
  900_000,
)

test('reads own devices by place from an index without sorting', async () => {
  const person = await personOf(ownerOfMany(5), [])
  asked.length = 0
  await listDevices(database, person, { page: 2, limit: 10, own: 'only' })
  const plans = (await Promise.all(readsAsked().map(planOf))).flat().join('\n')
  expect(plans).toMatch(/devices_owner_place/)
  expect(await wholeTablesRead()).toEqual([])
})

test('skips ranges without rows in the devices of others', async () => {
  const person = await personOf(ownerOfMany(5), [])
  asked.length = 0
  await listDevices(database, person, { page: 1, limit: 10, own: 'first', device_type: 'dryer' })
  const ofOthers = asked.filter(({ sql: text }) => /is_open.*and not/s.test(text))
  expect(ofOthers).toHaveLength(1)
  // Open devices are active.
  expect(ofOthers[0]?.parameters).not.toContain('inactive')
})

test.each(callers)(
  'reads no whole table for the dashboard of %s',
  async (_, email, roles) => {
    const person = await personOf(email, roles)
    asked.length = 0
    await revenueOf(database, person, 'UTC')
    await spendingOf(database, person)
    await attentionOf(database, person)
    await listRecentRooms(database, person)
    expect(await wholeTablesRead()).toEqual([])
  },
  900_000,
)

test.each(callers)(
  'reads no whole table for the revenue of %s',
  async (_, email, roles) => {
    const person = await personOf(email, roles)
    asked.length = 0
    for (const by of revenueGroups) {
      for (const days of [
        { period: 'last_month' },
        { from: '2017-01-01', until: '2026-12-31' },
      ] as const) {
        for (const filters of [
          {},
          { payment_method: 'credit_card', location: 'House 1, basement' },
        ] as const) {
          const question = { time_zone: 'Europe/Berlin', by, ...days, ...filters }
          await revenueFor(database, person, question)
        }
      }
    }
    for (const search of [undefined, 'house 731']) await placesFor(database, person, { search })
    for (const location of [undefined, 'House 1, basement']) {
      await usageFor(database, person, { time_zone: 'UTC', period: 'last_month', location })
    }
    expect(await wholeTablesRead()).toEqual([])
  },
  900_000,
)

test('reads no whole table for staff of some places', async () => {
  const owner = await personOf(ownerOfMany(5), [])
  const { rows: found } = await sql<{
    places: string[]
  }>`select array_agg(distinct location) as places
    from devices where owner_id = ${owner.id}`.execute(server.database)
  const person = { ...owner, acting: { places: found[0]?.places.slice(0, 2) ?? [] } }
  asked.length = 0
  for (const view of views) {
    const query = { page: 1, limit: 10, search: undefined, ...view }
    for (const own of [undefined, 'only'] as const)
      await listDevices(database, person, { ...query, own })
    for (const payment_method of [undefined, 'credit_card'] as const)
      await listTransactions(database, person, { ...query, payment_method })
  }
  await attentionOf(database, person)
  for (const by of revenueGroups)
    await revenueFor(database, person, { time_zone: 'UTC', by, period: 'last_month' })
  await placesFor(database, person, {})
  await usageFor(database, person, { time_zone: 'UTC', period: 'last_month' })
  expect(asked.length).toBeGreaterThan(80)
  expect(await wholeTablesRead()).toEqual([])
})

test.each(callers)(
  'reads no whole table for the bookkeeping of %s',
  async (_, email, roles) => {
    const person = await personOf(email, roles)
    for (const owner of roles.length > 0 ? [undefined, 'all'] : [undefined]) {
      for (const filters of [
        {},
        { payment_method: 'credit_card', location: 'House 1, basement' },
      ] as const) {
        const question = { time_zone: 'Europe/Berlin', ...filters, owner }
        asked.length = 0
        const book = bookedRows(database, person, { ...question, period: 'last_quarter' })
        while (!(await book.next()).done);
        expect(asked.length).toBeGreaterThan(10)
        expect(await wholeTablesRead()).toEqual([])
      }
    }
  },
  900_000,
)

test.each(callers.slice(0, 2))(
  'reads only the losses of %s for the dashboard',
  async (_, email, roles) => {
    const person = await personOf(email, roles)
    asked.length = 0
    const { losses, loss_count } = await attentionOf(database, person)
    expect(losses.length).toBeGreaterThan(0)
    expect(loss_count).toBeLessThan(rows / 100)
    const plans = await Promise.all(asked.map(planOf))
    const indexes = plans.flat().flatMap((line) => /\blosses_[a-z]+/.exec(line)?.[0] ?? [])
    expect([...new Set(indexes)].sort()).toEqual(['losses_owner', 'losses_payee'])
  },
)

test.each(callers)(
  'reads no whole table for the account export of %s',
  async (_, email, roles) => {
    const person = await personOf(email, roles)
    asked.length = 0
    let read = 0
    for (const list of Object.values(ownLists(database, person))) {
      for await (const _ of list) read++
    }
    expect(read).toBeGreaterThan(0)
    expect(await wholeTablesRead()).toEqual([])
  },
  900_000,
)

test('detects a duplicate device number without reading the table', async () => {
  const person = await personOf(ownerOfMany(6), [])
  asked.length = 0
  const taken = { owner_id: person.id, device_number: 'm - 105' }
  await expect(mayShareNumber(database, person, taken, false)).rejects.toThrow(
    'already has this number',
  )
  expect(await wholeTablesRead()).toEqual([])
})

async function personOf(email: string, roles: readonly 'admin'[]) {
  const person = await server.database
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { ...person, roles: [...roles], rights: null }
}

/** By the plans of all queries sent. */
async function wholeTablesRead() {
  return (await Promise.all(readsAsked().map(wholeTablesReadBy))).flat()
}

function readsAsked() {
  return asked.filter(({ sql: text }) => !/^(start transaction|commit)/.test(text))
}

/** Tables that the plan of a query reads entirely. */
async function wholeTablesReadBy(query: (typeof asked)[number]) {
  const scans = (await planOf(query)).filter((line) =>
    /Seq Scan on (devices|prepaid_codes|transactions|ledger_entries|users|audit_events|cycles|losses|refunds)/.test(
      line,
    ),
  )
  return scans.map((scan) => `${scan.trim()} of ${query.sql}`)
}

async function planOf({ sql: text, parameters }: (typeof asked)[number]): Promise<string[]> {
  const query = text.split(/\$\d+/).flatMap((part, index) => {
    const number = Number(/\$(\d+)/.exec(text.match(/\$\d+/g)?.[index] ?? '')?.[1])
    const value = Number.isNaN(number) ? [] : [sql`${parameters[number - 1]}`]
    return [sql.raw(part), ...value]
  })
  const plan = await sql<Record<string, string>>`explain ${sql.join(query, sql``)}`.execute(
    server.database,
  )
  return plan.rows.map((row) => row['QUERY PLAN'] ?? '')
}
