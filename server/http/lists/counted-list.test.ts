import { devices } from '@coinless/contract/devices.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { type SqlBool, sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { adminOfMany, manyRows, ownerOfMany } from '../../../test/servers/many-rows.ts'
import { testApp } from '../../../test/support/app.ts'
import { makePastPayment } from '../../../test/support/history.ts'
import { cases, casesOfAdmins, type ListCase } from '../../../test/support/list-cases.ts'
import { makeCode, makeDevice, makeLandlord, makeUser } from '../../../test/support/make.ts'
import { findInconsistencies } from '../../ledger/entries/check.ts'
import {
  countTransactionsOfYear,
  transactionsOfYear,
} from '../../ledger/transactions/transactions.ts'
import { openSession } from '../../sessions/account/sessions.ts'
import { foldRowCounts } from './row-counts.ts'

const server = testApp()
const rows = 4200

interface TestCaller extends Caller {
  token: string
}

beforeAll(async () => {
  await server.asOwner(manyRows({ rows, owners: 2 }))
})

async function callerOf(email: string): Promise<TestCaller> {
  const caller = await server.database
    .selectFrom('users')
    .select(['id', 'email', 'email_verified', 'roles', 'user_type'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const { id: sid } = await openSession(server.database, caller.id, { address: '', user_agent: '' })
  return { ...caller, token: server.app.jwt.sign({ sub: caller.id, sid }) }
}

const whole = cases.filter(({ query }) => Object.keys(query).length === 0)

const isOfTransactions = ({ table }: ListCase) => table === 'transactions'

/** Ids of the same list, by reading and sorting all rows. */
async function sorted(caller: Caller, { table, filter, visible }: ListCase): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where ${visible(caller) as SqlBool} and ${sql.raw(filter)}
    order by created_at desc, id desc`.execute(server.database)
  return rows.map(({ id }) => id)
}

async function pageOf(as: TestCaller, { list, query }: ListCase, page: number, limit: number) {
  const { data, pagination } = (await server.call(list, {
    as,
    query: { ...query, page, limit } as never,
  })) as { data: { id: string }[]; pagination: { total: number } }
  return { ids: data.map(({ id }) => id), total: pagination.total }
}

async function expectTrueLists(caller: TestCaller, lists = cases) {
  for (const each of lists) {
    const all = await sorted(caller, each)
    const limit = 60
    const last = Math.max(1, Math.ceil(all.length / limit))
    for (const page of new Set([1, 2, Math.ceil(last / 2), last - 1, last, last + 1])) {
      if (page < 1) continue
      const expected = { ids: all.slice((page - 1) * limit, page * limit), total: all.length }
      expect(await pageOf(caller, each, page, limit), JSON.stringify(each.query)).toEqual(expected)
    }
  }
}

test('adds count changes in any order, even a removal before its addition', async () => {
  const audience = 'nobody in particular'
  for (const change of [-1, 1]) {
    await server.asOwner(
      `insert into row_count_changes values ('${audience}', '2026-01-01', 'washer', ${change})`,
    )
    await foldRowCounts(server.database)
  }
  const { rows } = await sql<{ sum: string }>`
    select sum(rows) from row_counts where audience = ${audience}`.execute(server.database)
  expect(Number(rows[0]?.sum)).toBe(0)
  await server.asOwner(`delete from row_counts where audience = '${audience}'`)
})

describe('every page of a list matches a full read and sort', () => {
  test.each([ownerOfMany(1), 'tenant3@many.example'])('for %s', async (email) => {
    await expectTrueLists(await callerOf(email))
  })

  test('for an admin', async () => {
    await expectTrueLists(await callerOf(adminOfMany), [...cases, ...casesOfAdmins])
  })

  test('across month boundaries, from both ends', async () => {
    const owner = await callerOf(ownerOfMany(2))
    const all = whole.find(isOfTransactions) as ListCase
    const expected = await sorted(owner, all)
    for (let page = 1; page <= expected.length / 100; page++) {
      const { ids } = await pageOf(owner, all, page, 100)
      expect(ids).toEqual(expected.slice((page - 1) * 100, page * 100))
    }
  })
})

test.each([ownerOfMany(1), 'tenant3@many.example', adminOfMany])(
  'exports every row of a year once, newest first, for %s',
  async (email) => {
    const caller = await callerOf(email)
    const exported: string[] = []
    const thisYear = new Date().getUTCFullYear()
    for (const year of [thisYear, thisYear - 1]) {
      const before = exported.length
      for await (const { id } of transactionsOfYear(server.database, caller, year))
        exported.push(id)
      const count = await countTransactionsOfYear(server.database, caller, year)
      expect(exported.length - before).toBe(count)
    }
    expect(exported).toEqual(await sorted(caller, whole.find(isOfTransactions) as ListCase))
    expect(exported.length).toBeGreaterThan(100)
  },
)

describe('totals of lists', () => {
  test('match the rows after every change of visibility', async () => {
    const [landlord, other, owner] = [
      await makeLandlord(server, { email_verified: true }),
      await makeUser(server, { email_verified: true }),
      await makeUser(server),
    ]
    const facts = { landlord_email: landlord.email }
    const device = await makeDevice(server, owner, facts)
    const own = await makeDevice(server, landlord, { ...facts, status: 'disabled' })
    await makePastPayment(server, landlord, own, { at: '2026-01-31T23:30:00Z' })
    await makePastPayment(server, other, own, { at: '2026-02-01T00:30:00Z' })
    await makePastPayment(server, owner, device, { at: '2026-03-01T00:00:00Z' })
    const code = await makeCode(server, landlord, { customer_email: other.email })
    await makeCode(server, landlord, { customer_email: landlord.email })
    const { id } = code
    const steps = [
      () => foldRowCounts(server.database),
      () => change(device.id, { landlord_email: other.email }),
      () => change(own.id, { landlord_email: owner.email, status: 'active' }),
      () => setUser(owner.id, "email_verified = true, user_type = 'landlord'"),
      () => setUser(landlord.id, 'email_verified = false'),
      () => setUser(landlord.id, "user_type = 'tenant', roles = '{admin}'"),
      () => server.call(prepaidCodes.setDisabled, body(landlord, id, { disabled: true })),
      () => server.call(devices.delete, { as: owner, params: { id: device.id } }),
      () => server.call(prepaidCodes.delete, { as: landlord, params: { id } }),
      () => foldRowCounts(server.database),
    ]
    for (const step of steps) {
      await step()
      expect(await findInconsistencies(server.database)).toEqual([])
      for (const { email } of [landlord, other, owner]) {
        await expectTrueLists(await callerOf(email), whole)
      }
    }
  })

  test('match the rows when a device changes its landlord during a payment', async () => {
    const owner = await makeLandlord(server)
    const next = await makeLandlord(server, { email_verified: true })
    const device = await makeDevice(server, owner)
    let isChanged = false
    let changing: Promise<void> | undefined
    await server.database.transaction().execute(async (transaction) => {
      await makePastPayment({ database: transaction }, owner, device, { at: new Date() })
      changing = change(device.id, { landlord_email: next.email }).then(() => {
        isChanged = true
      })
      await vi.waitFor(
        async () => expect(isChanged || (await isSomebodyWaiting())).toBe(true),
        10_000,
      )
    })
    await changing
    await foldRowCounts(server.database)
    expect(await findInconsistencies(server.database)).toEqual([])
    await expectTrueLists(await callerOf(next.email))
  })

  test('are written by the database only', async () => {
    for (const table of ['row_counts', 'row_count_changes']) {
      await expect(sql`delete from ${sql.table(table)}`.execute(server.database)).rejects.toThrow(
        'permission denied',
      )
    }
  })

  test('are reported by the check when they are wrong', async () => {
    await server.asOwner("update row_counts set rows = rows + 1 where audience = 'codes'")
    const faults = await findInconsistencies(server.database)
    expect(faults.length).toBeGreaterThan(0)
    expect(new Set(faults.map(({ check }) => check))).toEqual(
      new Set(['the total of a list is the number of its rows']),
    )
    await server.asOwner("update row_counts set rows = rows - 1 where audience = 'codes'")
  })
})

test('rejects a new address for an account, because totals depend on it', async () => {
  const { id } = await makeUser(server)
  await expect(setUser(id, "email = 'other@example.com'")).rejects.toThrow('does not change')
})

function body<Body>(as: { token: string }, id: string, body: Body) {
  return { as, params: { id }, body }
}

async function isSomebodyWaiting() {
  const { rows } = await sql`select from pg_locks where not granted`.execute(server.database)
  return rows.length > 0
}

async function change(id: string, values: { landlord_email?: string; status?: 'active' }) {
  await server.database.updateTable('devices').set(values).where('id', '=', id).execute()
}

async function setUser(id: string, values: string) {
  await sql`update users set ${sql.raw(values)} where id = ${id}`.execute(server.database)
}
