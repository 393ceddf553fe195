import { revenue } from '@coinless/contract/revenue.ts'
import { expect, test } from 'vitest'
import { testApp } from '../test/app.ts'
import { makeUser, type TestUser } from '../test/make.ts'

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
  [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
  [{ time_zone: 'Etc/Unknown' }, 'time_zone'],
])('%j is refused', async (query, field) => {
  const as = await makeUser(server)
  const sent = { as, query: { time_zone: 'UTC', ...query } as never }
  const { status, body } = await server.refused(revenue.get, sent)
  expect([status, body.details?.[0]?.field]).toEqual([400, field])
})

test('ten years can be asked for, in every time zone that the server takes', async () => {
  const as = await makeUser(server)
  const days = { from: '2000-01-01', until: '2010-01-07' }
  expect((await ask(as, { ...days, by: 'day' })).rows).toHaveLength(3660)
  for (const time_zone of ['Asia/Kathmandu', 'Pacific/Kiritimati', 'America/St_Johns']) {
    expect((await ask(as, { ...days, time_zone, by: 'month' })).rows).toHaveLength(121)
  }
})
