import { randomUUID } from 'node:crypto'
import { toMinor } from '@coinless/contract/money.ts'
import { type PrepaidCode, prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { expireCodes } from '../../server/codes/prepaid-codes/balance.ts'
import { findInconsistencies } from '../../server/ledger/entries/check.ts'
import { testApp } from '../support/app.ts'
import { makeCode, makeDevice, makeLandlord, type TestUser, termsOf } from '../support/make.ts'
import {
  type CodeState,
  type Command,
  done,
  issued,
  mostOnCode,
  price,
  step,
} from './code-model.ts'

/** MODEL_RUNS: number of command sequences; 3,000 in `npm run test:long`. */
const runs = Number(process.env.MODEL_RUNS ?? 60)
/** The first balance of a code: small, or the maximum. */
const firstCents = [1000, mostOnCode]

const server = testApp()
let issuer: TestUser
let terms = {}
beforeAll(async () => {
  // An unverified user may issue only 1,000 codes.
  issuer = await makeLandlord(server, { email_verified: true })
  terms = termsOf(await makeDevice(server, issuer))
})

/** Stands for the most cents that the code can still take. */
const allThatFits = 0
const cents = fc.oneof(
  fc.integer({ min: 1, max: 400 }),
  fc.constantFrom(allThatFits, allThatFits, mostOnCode),
)
const signed = fc.tuple(cents, fc.boolean()).map(([value, isLess]) => (isLess ? -value : value))
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ kind: 'pay' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      cents: fc.integer({ min: 1, max: 260 }),
      payment: fc.nat(5),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('top up' as const), cents }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('adjust' as const), cents: signed }) },
  fc.record({ kind: fc.constantFrom('toggle', 'end', 'revive', 'delete') }),
)
/** Concurrent commands, each possibly sent twice with the same key. */
const moment = fc.array(fc.record({ command, isSentTwice: fc.boolean() }), {
  minLength: 1,
  maxLength: 4,
})

// id: model-1
test(`matches a small model of codes in ${runs} sequences of partly concurrent commands`, {
  timeout: 3_600_000,
}, async () => {
  const moments = fc.array(moment, { minLength: 1, maxLength: 8 })
  await fc.assert(fc.asyncProperty(fc.constantFrom(...firstCents), moments, runAll), {
    numRuns: runs,
  })
  expect(await findInconsistencies(server.database)).toEqual([])
})

async function runAll(first: number, moments: { command: Command; isSentTwice: boolean }[][]) {
  const code = await makeCode(server, issuer, { balance: first / 100 })
  const payments: string[] = []
  const told = new Set<number>()
  let state = issued(first)
  for (const sent of moments) {
    const commands = sent.map(({ command: each }) => choose(each, state))
    const answers = await Promise.all(
      commands.map((each, n) => send(code, each, payments, sent[n]?.isSentTwice ?? false)),
    )
    for (const { id } of answers) if (id) payments.push(id)
    for (const { balance } of answers) if (balance !== undefined) told.add(balance)
    const found = await stored(code, payments.length)
    const outcomes = answers.map(({ outcome }) => outcome)
    const after = orders(commands.map((_, n) => n))
      .map((order) => inOrder(state, commands, order))
      .find((end) => isSame(end.outcomes, outcomes) && isSame(stateOf(end.state), found))
    expect(after, explained(state, commands, outcomes, found)).toBeDefined()
    if (after) state = after.state
  }
  if (!state.isDeleted) await compareHistory(code, state, told)
}

/** A refund refers to an earlier payment. Without one it becomes a payment. */
function choose(each: Command, { left, refunded }: CodeState): Command {
  if (each.kind === 'refund') {
    const payments = refunded.length
    return payments > 0 ? { ...each, payment: each.payment % payments } : { kind: 'pay' }
  }
  const isToFit = 'cents' in each && each.cents === allThatFits
  return isToFit ? { ...each, cents: Math.max(mostOnCode - left, 1) } : each
}

/** Checks that the code's history contains every returned balance and no impossible one. */
async function compareHistory({ id }: PrepaidCode, { left }: CodeState, told: Set<number>) {
  const sent = { as: issuer, params: { id }, query: { limit: 100 } }
  const { data } = await server.call(prepaidCodes.history, sent)
  let running = 0
  for (const { amount, remaining_balance } of data.toReversed()) {
    running += toMinor(amount)
    expect([toMinor(remaining_balance), running >= 0]).toEqual([running, true])
    told.delete(running)
  }
  expect([running, ...told]).toEqual([left])
}

interface Sent {
  outcome: string
  /** Id of a completed payment. */
  id?: string
  /** The returned balance, in cents. */
  balance?: number
}

async function send(
  code: PrepaidCode,
  each: Command,
  payments: string[],
  isSentTwice: boolean,
): Promise<Sent> {
  if (each.kind === 'end') return end(code)
  const { method, url, body } = callOf(code, each, payments)
  const key = randomUUID()
  const call = () =>
    server.app.inject({
      method,
      url: `/api${url}`,
      headers: { authorization: `Bearer ${issuer.token}`, 'idempotency-key': key },
      ...(body && { payload: body }),
    })
  // Only calls that move money take a key.
  const isKeyed = method === 'POST'
  const answers = await Promise.all(isSentTwice && isKeyed ? [call(), call()] : [call()])
  const outcomes = answers.map(({ statusCode, body: text }): Sent => {
    const told = text ? JSON.parse(text) : {}
    const id = told.transaction?.id
    return {
      outcome: statusCode < 300 ? done : told.code,
      ...(id && { id }),
      ...('remaining_balance' in told && { balance: toMinor(told.remaining_balance) }),
    }
  })
  const [first = { outcome: '' }] = outcomes
  for (const other of outcomes) expect(other).toEqual(first)
  return first
}

function callOf(code: PrepaidCode, each: Command, payments: string[]) {
  const put = { method: 'POST', body: {} } as const
  switch (each.kind) {
    case 'pay':
      return { ...put, url: '/payments/prepaid', body: { ...terms, prepaid_code: code.code } }
    case 'refund':
      return {
        ...put,
        url: `/transactions/${payments[each.payment]}/refunds`,
        body: { amount: each.cents / 100, reason: 'Stuck' },
      }
    case 'top up':
      return { ...put, url: `/prepaid-codes/${code.id}/top-up`, body: { amount: each.cents / 100 } }
    case 'adjust':
      return {
        ...put,
        url: `/prepaid-codes/${code.id}/adjust`,
        body: { amount: each.cents / 100, reason: 'Wrong' },
      }
    case 'revive':
      return {
        method: 'PATCH' as const,
        url: `/prepaid-codes/${code.id}/expiry`,
        body: { expires_at: null },
      }
    case 'toggle':
      return { method: 'PATCH' as const, url: `/prepaid-codes-id-toggle/${code.id}` }
    default:
      return { method: 'DELETE' as const, url: `/prepaid-codes/${code.id}` }
  }
}

/** Simulates the expiry of the code and its handling by the server. */
async function end({ id }: PrepaidCode): Promise<Sent> {
  return server.database.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('prepaid_codes')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    await expireCodes(transaction)
    return { outcome: numUpdatedRows === 1n ? done : 'code_not_found' }
  })
}

async function stored({ id }: PrepaidCode, payments: number) {
  const row = await server.database
    .selectFrom('prepaid_codes')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    left: toMinor(row.remaining_balance),
    put: toMinor(row.balance),
    isDisabled: row.disabled,
    isDeleted: row.deleted_at !== null,
    hasEnded: row.expires_at !== null,
    payments,
  }
}

function stateOf({ left, put, isDisabled, isDeleted, hasEnded, refunded }: CodeState) {
  return { left, put, isDisabled, isDeleted, hasEnded, payments: refunded.length }
}

function inOrder(before: CodeState, commands: Command[], order: number[]) {
  const outcomes: string[] = []
  let state = before
  for (const n of order) {
    const [after, outcome] = step(state, commands[n] as Command)
    state = after
    outcomes[n] = outcome
  }
  return { state, outcomes }
}

/** Every order in which concurrent commands may have run. */
function orders(items: number[]): number[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((first) =>
    orders(items.filter((item) => item !== first)).map((rest) => [first, ...rest]),
  )
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function explained(
  state: CodeState,
  commands: Command[],
  outcomes: string[],
  found: object,
): string {
  return `no order explains it: ${JSON.stringify({ state, commands, outcomes, found, price })}`
}
