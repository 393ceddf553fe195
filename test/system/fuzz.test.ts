import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../support/app.ts'
import { restoredWorld } from '../support/restored-world.ts'
import type { Row } from '../support/row.ts'
import { everyRow, servedBy } from '../support/valid-calls.ts'
import { type CallerKind, callers, type World } from '../support/world.ts'
import {
  changed,
  type DocumentedCall,
  documentedCalls,
  hardForPostgres,
  type InvalidInput,
  mutation,
  oddities,
  type Values,
  withMember,
} from './fuzz.ts'

/** FUZZ_RUNS: number of requests; thousands in `npm run test:long`. */
const runs = Number(process.env.FUZZ_RUNS ?? 500)
const patienceMs = 10_000

const server = testApp()
const restored = restoredWorld(server)
let world: World
let calls: DocumentedCall[]
beforeAll(async () => {
  world = await restored()
  const all = documentedCalls((await server.app.inject({ url: '/api/openapi.json' })).json())
  // Event streams do not end: cycles/shown.test.ts covers them.
  calls = all.filter(({ name }) => rowOf.get(name)?.endpoint.replyType !== 'events')
})

const rowOf = new Map(
  everyRow.map((row) => [
    `${row.endpoint.method} /api${row.endpoint.path.replace(/:(\w+)/g, '{$1}')}`,
    row,
  ]),
)

interface Fuzzed {
  call: DocumentedCall
  caller: CallerKind
  mutation: typeof mutation extends fc.Arbitrary<infer T> ? T : never
}

async function sendFuzzed({ call, caller, mutation: { changes, oddity, tail } }: Fuzzed) {
  return send(call, caller, (fitting) => changed(call, fitting, changes), oddity, tail)
}

async function send(
  call: DocumentedCall,
  caller: CallerKind,
  change: (fitting: Values) => Values,
  { member, host }: InvalidInput = {},
  tail = '',
) {
  const { endpoint, send: make } = rowOf.get(call.name) as Row
  const sent = make?.(world) ?? {}
  const isObject = typeof sent.body === 'object'
  const { path, query, body } = change({
    path: { ...sent.params },
    query: { ...sent.query },
    body: isObject ? { ...(sent.body as object) } : {},
  })
  const hasBody = sent.body !== undefined || Object.keys(body).length > 0 || member
  const text = isObject || sent.body === undefined ? JSON.stringify(body) : String(sent.body)
  const token = world.as[caller]?.token
  const params = Object.entries(query).map(([name, each]) => `${name}=${encoded(each)}`)
  return server.app.inject({
    method: endpoint.method,
    url: `/api${endpoint.path.replace(/:(\w+)/g, (_, name: string) => encoded(path[name]))}?${params.join('&')}`,
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(endpoint.takesIdempotencyKey && { 'idempotency-key': randomUUID() }),
      ...(host !== undefined && { host }),
    },
    ...(hasBody && { payload: (member ? withMember(text, member) : text) + tail }),
  })
}

/** Encodes a value as part of an address. Objects may have no toString or a wrong one. */
function encoded(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  // The bytes of a lone surrogate in a UTF-8 that allowed it.
  return text.replace(/./gsu, (each) =>
    each.isWellFormed()
      ? encodeURIComponent(each)
      : [0xed, 0x80 | ((each.charCodeAt(0) >> 6) & 63), 0x80 | (each.charCodeAt(0) & 63)]
          .map((byte) => `%${byte.toString(16)}`)
          .join(''),
  )
}

/** What a stranger must never see. */
function hiddenFromStrangers(world: World) {
  const { code, transaction, resource, device, hiddenDevice, claimed } = world
  return [
    code.code,
    code.id,
    transaction.id,
    resource.id,
    hiddenDevice.id,
    String(device.owner_id),
    device.landlord_email,
    claimed.device.id,
    claimed.transaction.id,
  ]
}

const wrongBalances = sql`
  select id from prepaid_codes c where remaining_balance <> coalesce(
    (select sum(amount) from code_movements where prepaid_code_id = c.id), 0)`

// id: fuzz-1
test(`answers ${runs} requests with broken, hostile and odd values without a server error`, {
  timeout: 3_600_000,
}, async () => {
  const seed = Date.now()
  const counts = { answered: 0, refused: 0 }
  const mutations = fc.sample(mutation, { numRuns: runs, seed })
  for (const [index, each] of mutations.entries()) {
    const call = calls[index % calls.length] as DocumentedCall
    const round = Math.floor(index / calls.length)
    const caller = callers[(index + round) % callers.length] as CallerKind
    const fuzzed = { call, caller, mutation: each }
    const told = JSON.stringify({ seed, index, ...fuzzed }).slice(0, 2000)
    const started = performance.now()
    const answer = await sendFuzzed(fuzzed)
    expect(performance.now() - started, told).toBeLessThan(patienceMs)
    expect(answer.statusCode, `${told} ${answer.body}`).toBeLessThan(500)
    counts[answer.statusCode < 400 ? 'answered' : 'refused'] += 1
    if (caller === 'stranger' || caller === 'guest' || caller === 'nobody') {
      const shown = hiddenFromStrangers(world).filter((hidden) => answer.body.includes(hidden))
      expect(shown, told).toEqual([])
    }
    if (answer.statusCode < 400) {
      // It may have ended sessions or deleted data.
      if (!call.name.startsWith('GET ')) {
        expect((await wrongBalances.execute(server.database)).rows, told).toEqual([])
        world = await restored()
      }
      continue
    }
    expect(answer.json(), told).toMatchObject({
      error: expect.stringMatching(/[.]$/),
      code: expect.stringMatching(/^[a-z_0-9]+$/),
    })
    expect(answer.body, told).not.toMatch(/select |insert |node_modules|at .*\.ts/i)
  }
  expect(counts.answered).toBeGreaterThan(runs / 10)
  expect(counts.refused).toBeGreaterThan(runs / 10)
  expect((await wrongBalances.execute(server.database)).rows).toEqual([])
})

/** A caller for whom the valid call succeeds: the owner, if possible. */
function callerServedBy(call: DocumentedCall): CallerKind {
  const served = servedBy(rowOf.get(call.name) as Row)
  return served.find((each) => each === 'owner') ?? served[0] ?? 'payer'
}

/** The fault of an answer: a server error, or a mismatch with the contract. */
function faultOf(
  { name }: DocumentedCall,
  { statusCode, body }: { statusCode: number; body: string },
) {
  const { reply, replyType } = (rowOf.get(name) as Row).endpoint
  if (statusCode >= 500) return statusCode
  if (statusCode >= 300 || !reply || replyType !== 'json') return undefined
  return reply.safeParse(JSON.parse(body)).error?.issues[0]?.message
}

test('answers every call with odd names, deep nesting and odd hosts without a server error', {
  timeout: 600_000,
}, async () => {
  const faults: string[] = []
  for (const call of calls) {
    for (const oddity of oddities) {
      const answer = await send(call, callerServedBy(call), (fitting) => fitting, oddity)
      if (answer.statusCode >= 500)
        faults.push(`${call.name} ${JSON.stringify(oddity).slice(0, 60)}`)
      if (answer.statusCode === 401) world = await restored()
    }
  }
  expect(faults).toEqual([])
})

// id: fuzz-2
test('stores every field value that the contract accepts', {
  timeout: 600_000,
}, async () => {
  const faults: string[] = []
  for (const call of calls) {
    const caller = callerServedBy(call)
    for (const { place, name } of call.fields) {
      for (const value of hardForPostgres) {
        const answer = await send(call, caller, (fitting) => {
          return { ...fitting, [place]: { ...fitting[place], [name]: value } }
        })
        const fault = faultOf(call, answer)
        if (fault) faults.push(`${call.name} ${name}: ${JSON.stringify(value)}: ${fault}`)
        if (answer.statusCode === 401) world = await restored()
      }
    }
  }
  expect(faults).toEqual([])
})

test('covers every documented call', () => {
  expect(calls.filter(({ name }) => !rowOf.has(name)).map(({ name }) => name)).toEqual([])
  expect(calls.length).toBeLessThan(runs)
})
