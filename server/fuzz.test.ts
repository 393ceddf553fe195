import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from './test/app.ts'
import { open, type Row, rows } from './test/calls.ts'
import { type CallerKind, callers, makeWorld, type World, withoutSession } from './test/world.ts'

/** FUZZ_RUNS: how many requests; thousands in `npm run test:long`. */
const runs = Number(process.env.FUZZ_RUNS ?? 500)

const server = testApp()
let world: World
beforeAll(async () => {
  world = await makeWorld(server)
})

const openRows = open.map(([endpoint, , send]): Row => {
  return { endpoint, ...(send && { send }), answers: { others: 200 } }
})
const calls = [...rows, ...openRows]

const hostile = fc.constantFrom(
  '',
  ' ',
  '\0',
  'a\0b',
  '\u2028',
  '\ud800',
  '😀',
  "' or 1=1 --",
  '%_\\',
  '../../etc/passwd',
  '{{7*7}}',
  'x'.repeat(5000),
  '1e400',
  'true',
  '2026-02-30T25:61:61Z',
  '9999999999999999999',
  '00000000-0000-4000-8000-000000000000',
  'ana@example.com',
)
const numbers = fc.constantFrom(0, -0, 1, 2.5, 2.505, -1, 1e21, 2 ** 31, 2 ** 53, 10_000.01, 1e-7)
const value = fc.oneof(hostile, numbers, fc.boolean(), fc.constant(null), fc.jsonValue())

/** A call as somebody would make it, with some of its values replaced. */
const request = fc.record({
  call: fc.nat(calls.length - 1),
  caller: fc.oneof(
    fc.constantFrom(...callers.filter((caller) => !withoutSession.includes(caller))),
    fc.constantFrom(...callers),
  ),
  changes: fc.array(fc.record({ field: fc.nat(20), value }), { maxLength: 2 }),
  search: fc.option(hostile),
  /** Behind the JSON of the body. */
  tail: fc.oneof({ weight: 20, arbitrary: fc.constant('') }, fc.constantFrom('{', '\0', ' ')),
})

type Fuzzed = typeof request extends fc.Arbitrary<infer T> ? T : never

/** The fields, but for those that a change replaces: `field` counts round and round. */
function changed(fields: object, changes: Fuzzed['changes']): Record<string, unknown> {
  const names = Object.keys(fields)
  const replaced = changes.map(({ field, value: other }) => [names[field % names.length], other])
  return { ...fields, ...Object.fromEntries(replaced.filter(([name]) => name !== undefined)) }
}

async function send({ call, caller, changes, search, tail }: Fuzzed) {
  const { endpoint, send: make } = calls[call] as Row
  const { params = {}, query = {}, body } = make?.(world) ?? {}
  const isList = endpoint.path.endsWith('s') || endpoint.path.endsWith('list')
  const inPath = changed(params, body === undefined ? changes : changes.slice(1))
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(inPath[name]).toWellFormed()),
  )
  const asked = changed({ ...query, ...(isList && search && { search }) }, changes)
  const token = world.as[caller as CallerKind]?.token
  const json = endpoint.bodyIsText ? String(body) : JSON.stringify(changed(Object(body), changes))
  return server.app.inject({
    method: endpoint.method,
    url: `/api${path}`,
    query: Object.fromEntries(
      Object.entries(asked).map(([name, each]) => [name, String(each).toWellFormed()]),
    ),
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { payload: json + tail }),
  })
}

test(`${runs} requests with broken, hostile and odd values: no answer is a fault of ours`, {
  timeout: 3_600_000,
}, async () => {
  const counts = { answered: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(request, async (fuzzed) => {
      const answer = await send(fuzzed)
      expect(answer.statusCode, answer.body).toBeLessThan(500)
      counts[answer.statusCode < 400 ? 'answered' : 'refused'] += 1
      if (answer.statusCode < 400) return
      expect(answer.json()).toMatchObject({
        error: expect.stringMatching(/[.]$/),
        code: expect.stringMatching(/^[a-z_]+$/),
      })
      expect(answer.body).not.toMatch(/select |insert |node_modules|at .*\.ts/i)
      // Some of the calls end sessions or delete things.
      if ([401, 404].includes(answer.statusCode)) world = await makeWorld(server)
    }),
    { numRuns: runs },
  )
  expect(counts.answered).toBeGreaterThan(runs / 10)
  expect(counts.refused).toBeGreaterThan(runs / 10)
  const { rows: wrong } = await sql`
    select id from prepaid_codes c where remaining_balance <> coalesce(
      (select sum(amount) from ledger_entries where prepaid_code_id = c.id), 0)`.execute(
    server.database,
  )
  expect(wrong).toEqual([])
})
