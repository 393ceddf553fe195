import { systemLimits } from '@coinless/contract/system-limits.ts'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeAdmin } from '../../../test/support/make.ts'
import { deleteExpiredRows } from '../../jobs/retention.ts'
import { connect } from '../../platform/database/connection.ts'
import { makeLogger } from './logger.ts'
import { Problems } from './problems.ts'

const server = testApp()
beforeEach(() => server.asOwner('truncate server_problems'))

const typed = 'ELM-STREET-7742'
const failure = () => Object.assign(new TypeError(`no ${typed}`), { code: '22P02', detail: typed })
const here = '22P02 · server/http/observability/problems.test.ts:14'

function logged(problems: Problems, logLevel: 'info' | 'error' | 'silent' = 'info') {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  return { log: makeLogger({ logLevel }, destination, problems), lines }
}

function kept() {
  return server.database
    .selectFrom('server_problems')
    .select(['source', 'error', 'times', 'longest_ms'])
    .orderBy('times', 'desc')
    .orderBy('source')
    .execute()
}

test('counts failed calls by route and kind, without values of the call', async () => {
  const problems = new Problems()
  const app = await server.replica({ problems })
  const { token, email } = await makeAdmin(server)
  await server.asOwner('alter table audit_events rename column search_text to gone')
  for (const search of [email, typed]) {
    const { statusCode } = await app.inject({
      url: `/api/admin-audit-events?search=${search}`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(statusCode).toBe(500)
  }
  await server.asOwner('alter table audit_events rename column gone to search_text')
  await app.inject({ url: `/api/no-such-path?search=${typed}` })
  await problems.keep(server.database)
  expect(await kept()).toEqual([
    {
      source: 'GET /api/admin-audit-events',
      error: expect.stringMatching(/^unexpected error · error · 42703( · server\/[\w./-]+:\d+)?$/),
      times: 2,
      longest_ms: null,
    },
  ])
})

test('counts other failures of all servers by task, without the message of the error', async () => {
  const [one, other] = [new Problems(), new Problems()]
  const { log } = logged(one)
  log.child({ reqId: 'a' }).error({ err: failure() }, 'background job failed')
  log.error(failure())
  log.error({ err: failure() }, `no ${typed}`)
  log.error({ count: 4, email: typed }, 'mails given up')
  log.warn({ count: 4 }, 'nothing that failed')
  log.info({ err: failure() }, 'nothing that matters')
  log.error({ err: Object.assign(new Error(), { code: `no ${typed}` }) }, 'of another kind')
  logged(other).log.warn({ err: failure() }, 'background job failed')
  await one.keep(server.database)
  await other.keep(server.database)
  await other.keep(server.database)
  const found = await kept()
  expect(found).toEqual([
    { source: 'TypeError', error: here, times: 2, longest_ms: null },
    { source: 'background job failed', error: `TypeError · ${here}`, times: 2, longest_ms: null },
    { source: 'mails given up', error: '', times: 1, longest_ms: null },
    {
      source: 'of another kind',
      error: expect.stringMatching(/^Error · server.*:\d+$/),
      times: 1,
      longest_ms: null,
    },
  ])
  expect(JSON.stringify(found)).not.toContain(typed)
})

test('counts slow statements by their text, regardless of the number of values', async () => {
  const problems = new Problems()
  const { log } = logged(problems)
  log.warn({ statement: 'select where id in ($1, $2)', durationMs: 700.4 }, 'slow query')
  log.warn({ statement: 'select where id in ($1, $2, $3)', durationMs: 900 }, 'slow query')
  await problems.keep(server.database)
  expect(await kept()).toEqual([
    { source: 'select where id in ($…)', error: '', times: 2, longest_ms: 900 },
  ])
})

test('counts warnings even if the log level leaves them out', async () => {
  for (const [logLevel, written] of [
    ['silent', 0],
    ['error', 1],
  ] as const) {
    const problems = new Problems()
    const { log, lines } = logged(problems, logLevel)
    log.error({ err: failure() }, 'one')
    log.warn({ err: failure() }, 'one')
    expect(lines).toHaveLength(written)
    await problems.keep(server.database)
  }
  expect(await kept()).toMatchObject([{ source: 'one', times: 4 }])
})

test('logs an error whose properties cannot be read, and does not throw', () => {
  const { log, lines } = logged(new Problems())
  const hostile = Object.defineProperty(new Error('x'), 'code', {
    get: () => {
      throw new Error('no')
    },
  })
  const facts = {
    get err() {
      return hostile
    },
  }
  const problems = new Problems()
  expect(() => problems.note([facts, 'y'], 50)).not.toThrow()
  log.error(new Error('plain'))
  expect(lines).toHaveLength(1)
})

test('keeps problems that cannot be written for the next time, with later ones', async () => {
  const problems = new Problems()
  const { log } = logged(problems)
  log.error('first')
  const away = connect('postgres://nobody@127.0.0.1:1/none')
  const failed = problems.keep(away)
  log.error('first')
  log.error('second')
  await expect(failed).rejects.toThrow()
  await away.destroy()
  await problems.keep(server.database)
  expect(await kept()).toMatchObject([
    { source: 'first', times: 2 },
    { source: 'second', times: 1 },
  ])
})

test('counts a storm of errors in few rows, per server and in total', async () => {
  const { problemsAtOnce, problemsKept } = systemLimits
  const problems = new Problems()
  const { log } = logged(problems)
  for (let n = 0; n < 10_000; n++) log.error(`storm ${n % 1000}`)
  await problems.keep(server.database)
  const few = await kept()
  expect(few).toHaveLength(problemsAtOnce + 1)
  expect(few[0]).toMatchObject({ source: '…', times: 10_000 - problemsAtOnce * 10 })
  await server.asOwner(`insert into server_problems
    select date_trunc('hour', now(), 'UTC'), 'error', 'row ' || n, '', 1, null, now()
    from generate_series(1, ${problemsKept}) as made (n)`)
  log.error('storm 0')
  log.error({ err: failure() }, 'new')
  log.error({ err: failure() }, 'newer')
  await problems.keep(server.database)
  const all = await kept()
  expect(all).toHaveLength(problemsKept + problemsAtOnce + 1)
  expect(all.find(({ source }) => source === 'storm 0')?.times).toBe(11)
  expect(all[0]?.times).toBe(10_000 - problemsAtOnce * 10 + 2)
})

test('deletes problems after a day, and those with a future time immediately', async () => {
  await server.asOwner(`insert into server_problems
    select date_trunc('hour', now(), 'UTC') + make_interval(hours => n), 'error', n::text, '', 1, null, now()
    from unnest(array[-30, -24, 0, 2]) as made (n)`)
  expect(await deleteExpiredRows(server.database)).toEqual([])
  expect((await kept()).map(({ source }) => source)).toEqual(['-24', '0'])
})
