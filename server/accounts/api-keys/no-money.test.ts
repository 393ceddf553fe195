import { cycles } from '@coinless/contract/cycles.ts'
import { dashboard } from '@coinless/contract/dashboard.ts'
import { reports } from '@coinless/contract/reports.ts'
import { type Right, rights } from '@coinless/contract/rights.ts'
import { search } from '@coinless/contract/search.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, statusOf, testApp } from '../../../test/support/app.ts'
import { makeKey } from '../../../test/support/keys.ts'
import type { TestUser } from '../../../test/support/make.ts'
import type { Row } from '../../../test/support/row.ts'
import { callName, everyRow } from '../../../test/support/valid-calls.ts'
import { makeWorld, type World } from '../../../test/support/world.ts'

/** Tests all that shows payments, refunds, revenue or losses, with a key that may not read money. */
const server = testApp()

/** A key that pays gets its payment in the answer. */
const ofMoney: Right[] = ['read_money', 'give_money', 'pay']
/** Fields of money. The balance of a code and the price of a device do not count. */
const names =
  /"(amount|refunded_amount|given_back|revenue|lost|loss_count|cut_short_count)":(?!0\b)/

const ofCodes = /"(code_balance|remaining_balance|balance|prepaid_codes)":(?!0\b|null|\[\])/

let world: World
let owner: TestUser
let key: { token: string }
beforeAll(async () => {
  world = await makeWorld(server)
  owner = world.as.owner as TestUser
  key = await makeKey(server, owner, { rights: rights.filter((right) => !ofMoney.includes(right)) })
  const { id } = world.transaction
  await sql`with cycle as (select device_id, payer_id from transactions where id = ${id})
    insert into cut_short_alerts (owner_id, payer_id, transaction_id, cycles, given_back, since)
    select ${owner.id}, payer_id, ${id}, 3, 2.5, now() from cycle`.execute(server.database)
  await sql`insert into losses (cycle_id, why, amount)
    select id, 'ran_after_refund', 2.5 from cycles where id = ${id}`.execute(server.database)
  // The report of the world names no payment.
  await server.call(reports.create, {
    as: world.as.payer,
    body: { device_id: world.device.id, payment_id: id, kind: 'damaged' },
  })
})

const readable = everyRow.filter(
  ({ endpoint }) => endpoint.method === 'GET' || endpoint === search.find,
)

const ask = (as: { token: string }, { endpoint, send }: Row) =>
  bodyOf(server.app, endpoint, as, endpoint === search.find ? found() : send?.(world))

/** A search that finds the device, its payments and its codes. */
const found = () => ({ body: { text: world.device.device_number } })

// id: no-money-1
test('shows no money to a key without the right in any read, but does to its owner', async () => {
  const shown: string[] = []
  const shownToOwner: string[] = []
  for (const row of readable) {
    const answer = await ask(key, row)
    if (names.test(answer) || answer.includes(world.transaction.id))
      shown.push(callName(row.endpoint))
    if (names.test(await ask(owner, row))) shownToOwner.push(callName(row.endpoint))
  }
  expect(shown).toEqual([])
  expect(shownToOwner).toEqual(
    expect.arrayContaining([
      'GET /dashboard/attention',
      'GET /report-cases/:id',
      'GET /transactions',
      'POST /search',
    ]),
  )
})

// id: no-money-2
test('shows no money to a technician in any read, but does to a bookkeeper', async () => {
  const technician = world.staff['a technician']
  const shown: string[] = []
  for (const row of readable) {
    const answer = await ask(technician, row)
    if (names.test(answer) || answer.includes(world.transaction.id))
      shown.push(callName(row.endpoint))
  }
  expect(shown).toEqual([])
  const { data } = await server.call(transactions.list, { as: world.staff['a bookkeeper'] })
  expect(data.map(({ id }) => id)).toContain(world.transaction.id)
})

describe('no read shows a code or its balance without the right to read codes', () => {
  test.each([
    ['to a bookkeeper', async () => world.staff['a bookkeeper']],
    ['to a technician', async () => world.staff['a technician']],
    [
      'to a key',
      () =>
        makeKey(server, owner, {
          rights: rights.filter((each) => !['read_codes', 'change_codes', 'pay'].includes(each)),
        }),
    ],
  ])('%s', async (_, callerOf) => {
    const caller = await callerOf()
    const codes = await server.database.selectFrom('prepaid_codes').select('code').execute()
    const shown: string[] = []
    for (const row of readable) {
      const answer = await ask(caller, row)
      const hasText = codes.some(({ code }) => answer.includes(code))
      if (hasText || ofCodes.test(answer)) shown.push(callName(row.endpoint))
    }
    expect(shown).toEqual([])
  })

  test('but some do to the owner', async () => {
    const shown: string[] = []
    for (const row of readable) {
      if (ofCodes.test(await ask(owner, row))) shown.push(callName(row.endpoint))
    }
    expect(shown).toEqual(
      expect.arrayContaining([
        'GET /transactions/:id',
        'GET /report-cases/:id',
        'GET /top-ups/:id',
        'GET /prepaid-codes/:id/history',
      ]),
    )
  })
})

test('offers a refund to callers who may make it, and a report to the payer only', async () => {
  const { id } = world.transaction
  const offered = async (as: { token: string }) => {
    const found = await server.call(transactions.get, { as, params: { id } })
    return [found.may_refund, found.may_report]
  }
  expect(await offered(owner)).toEqual([true, false])
  for (const kind of ['a manager', 'a bookkeeper'] as const) {
    expect(await offered(world.staff[kind]), kind).toEqual([false, false])
  }
  const payer = world.as.payer as TestUser
  expect(await offered(payer)).toEqual([false, true])
  expect(await offered(await makeKey(server, payer, { rights: ['read_money'] }))).toEqual([
    false,
    false,
  ])
})

test('leaves losses out of faults of devices, in an answer and an event', async () => {
  const attention = await server.call(dashboard.attention, { as: key })
  expect(attention).toMatchObject({ case_count: 1, losses: [], lost: 0, cut_short: [] })
  const event = await server.call(cycles.events, { as: key, query: { attention: true } })
  expect(event.attention).toEqual(attention)
})

test.each([
  ['devices', 'read_devices'],
  ['cycles', 'read_money'],
  ['transaction', 'read_money'],
  ['controller', 'controllers'],
  ['controllers', 'controllers'],
  ['link', 'controllers'],
  ['attention', 'reports'],
] as const)('streams %s only with the right to read them', async (part, right) => {
  const query = { [part]: part === 'attention' ? 'true' : world.device.id }
  const without = await makeKey(server, owner, {
    rights: rights.filter((each) => each !== right),
  })
  expect(await statusOf(server.app, cycles.events, without, { query })).toBe(403)
  expect(await statusOf(server.app, cycles.events, await makeKey(server, owner), { query })).toBe(
    200,
  )
})
