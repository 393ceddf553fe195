import { limits } from '@coinless/contract/limits.ts'
import { revenue } from '@coinless/contract/revenue.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { bodyOf, testApp } from '../../../test/support/app.ts'
import { makeUser, type TestUser } from '../../../test/support/make.ts'
import { connect } from '../../platform/database/connection.ts'
import { callTimeouts } from '../../platform/database/pool.ts'

const server = testApp()
const ask = (as: TestUser, query: object = {}) =>
  server.call(revenue.get, { as, query: { time_zone: 'UTC', ...query } })

test.each([
  [{ from: '2026-02-01' }, 'until'],
  [{ until: '2026-02-01' }, 'from'],
  [{ from: '2026-02-02', until: '2026-02-01' }, 'until'],
  [{ from: '2026-02-30', until: '2026-03-01' }, 'from'],
  [{ from: '1999-12-31', until: '2000-01-01' }, 'from'],
  [{ from: '2000-01-01', until: '2010-01-09' }, 'until'],
  [{ from: '2026-02-01', until: '2026-02-01', period: 'this_week' }, 'from'],
  [{ period: 'next_week' }, 'period'],
  [{ by: 'payer' }, 'by'],
  [{ location: '' }, 'location'],
  [{ location: 'x'.repeat(limits.locationMax + 1) }, 'location'],
  [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
  [{ time_zone: 'Etc/Unknown' }, 'time_zone'],
])('rejects %j', async (query, field) => {
  const as = await makeUser(server)
  const sent = { as, query: { time_zone: 'UTC', ...query } as never }
  const { status, body } = await server.refused(revenue.get, sent)
  expect([status, body.details?.[0]?.field]).toEqual([400, field])
})

test('accepts ten years in every supported time zone', async () => {
  const as = await makeUser(server)
  const days = { from: '2000-01-01', until: '2010-01-07' }
  expect((await ask(as, { ...days, by: 'day' })).rows).toHaveLength(3660)
  for (const time_zone of ['Asia/Kathmandu', 'Pacific/Kiritimati', 'America/St_Johns']) {
    expect((await ask(as, { ...days, time_zone, by: 'month' })).rows).toHaveLength(121)
  }
})

test('refuses a period that takes too long to add up, and asks for a shorter one', async () => {
  const as = await makeUser(server)
  const hurried = connect(server.url, { ...callTimeouts, statement_timeout: 30 })
  onTestFinished(() => hurried.destroy())
  const { app } = await server.anotherServer({ database: hurried })
  onTestFinished(() => app.close())
  // The query waits for this lock, as it would for very many rows.
  const locked = Promise.withResolvers<void>()
  const isRead = Promise.withResolvers<void>()
  const locking = server.database.transaction().execute(async (transaction) => {
    await sql`lock table refunds`.execute(transaction)
    locked.resolve()
    await isRead.promise
  })
  await locked.promise
  const query = { time_zone: 'UTC', period: 'this_year' }
  const asked = [revenue.get, revenue.export, revenue.bookkeeping].map((endpoint) =>
    bodyOf(app, endpoint, as, { query }),
  )
  const answers = await Promise.all(asked).finally(isRead.resolve)
  await locking
  expect(answers.filter((answer) => !answer.includes('period_too_long'))).toEqual([])
})
