import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeDevice, makeLandlord, makeUser } from '../../../test/support/make.ts'
import type { CardProcessor } from '../../platform/card-processors/card-processor.ts'
import { sandboxProcessor } from '../../platform/card-processors/sandbox-processor.ts'
import { reconcile } from './reconcile.ts'

/** References in the order of the calls, and the highest number of concurrent calls. */
const asked: string[] = []
let atOnce = 0
let most = 0

/** Keeps every payment pending at its bank, except those that are paid. */
const bank: CardProcessor = {
  ...sandboxProcessor(),
  settle: async ({ reference }) => {
    asked.push(reference)
    most = Math.max(most, ++atOnce)
    await new Promise((resolve) => setImmediate(resolve))
    atOnce--
    return { status: reference.startsWith('paid') ? 'completed' : 'pending' }
  },
  cancel: async (charge) => bank.settle(charge),
}
const server = testApp({}, () => bank)

/** Inserts card payments that began some minutes ago. */
async function fill(name: string, count: number, minutes: number) {
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner)
  const { id } = await makeUser(server)
  await server.asOwner(`
    insert into card_payments (device_id, payer_id, device_number, amount, duration_minutes,
      customer_name, customer_email, processor, processor_reference, created_at)
    select '${device.id}', '${id}', 'W-1', 2.5, 30, 'Carla', 'carla@example.com', 'sandbox',
      '${name} ' || n, now() - interval '${minutes} minutes' - n * interval '1 millisecond'
    from generate_series(1, ${count}) n`)
}

async function makeDue(reference: string, to = 'now()') {
  asked.length = 0
  await server.asOwner(`set session_replication_role = replica;
    update card_payments set status = 'failed' where processor_reference <> '${reference}';
    update card_payments set next_attempt_at = ${to} where processor_reference = '${reference}'`)
}

/** Seconds until the next call, rounded up to half a minute. */
async function nextAsk(reference: string) {
  const { seconds } = await server.database
    .selectFrom('card_payments')
    .select(sql<string>`extract(epoch from next_attempt_at - now())`.as('seconds'))
    .where('processor_reference', '=', reference)
    .executeTakeFirstOrThrow()
  return Math.ceil(Number(seconds) / 30) * 30
}

// id: reconcile-1
test('asks for 10,000 pending payments in one run, in time, newest and oldest first', async () => {
  await fill('abandoned', 9_999, 60)
  await fill('paid', 1, 2)
  const answerMs = 200
  const start = performance.now()
  expect(await reconcile(server.parts)).toEqual([])
  const ownMs = performance.now() - start
  expect(new Set(asked).size).toBe(10_000)
  expect(asked).toHaveLength(10_000)
  const first = asked.slice(0, limits.reconciledAtOnce)
  expect(first).toContain('paid 1')
  expect(first).toContain('abandoned 9999')
  expect(most).toBe(limits.askedAtOnce)
  // With a slow processor, all fit in two minutes, of which ten seconds may pass before the first call.
  const waitMs = (10_000 / limits.askedAtOnce) * answerMs
  expect(waitMs).toBeLessThanOrEqual(100_000)
  console.info(
    `10,000 payments checked: ${Math.round(ownMs)} ms of own work, ${waitMs} ms of waiting`,
  )
  const { status } = await server.database
    .selectFrom('card_payments')
    .select('status')
    .where('processor_reference', '=', 'paid 1')
    .executeTakeFirstOrThrow()
  expect(status).toBe('completed')
})

test('asks for a payment again after growing pauses, up to the longest', async () => {
  await fill('slow', 1, 60)
  const pauses: number[] = []
  for (let n = 0; n < 6; n++) {
    await makeDue('slow 1')
    await reconcile(server.parts)
    expect(asked).toEqual(['slow 1'])
    pauses.push(await nextAsk('slow 1'))
  }
  expect(pauses).toEqual([60, 120, 240, 480, 600, 600])
  expect(limits.askPauseSecondsMax).toBe(600)
  await reconcile(server.parts)
  expect(asked).toEqual(['slow 1'])
})

test('never pauses beyond the moment when a payment is given up', async () => {
  await fill('young', 1, limits.cardPaymentMinutes - 3)
  await makeDue('young 1')
  await server.database
    .updateTable('card_payments')
    .set({ attempts: 9 })
    .where('status', '=', 'pending')
    .execute()
  await reconcile(server.parts)
  expect(await nextAsk('young 1')).toBe(180)
})

test('ignores a next time beyond the longest pause, as after the clock was set back', async () => {
  await fill('ahead', 1, 60)
  await makeDue('ahead 1', "now() + interval '1 day'")
  await reconcile(server.parts)
  expect(asked).toEqual(['ahead 1'])
})

test('gives up payments from a clock that was set back by more than their time', async () => {
  await fill('future', 1, -24 * 60)
  await fill('soon', 1, -(limits.cardPaymentMinutes - 5))
  const canceling: CardProcessor = { ...bank, cancel: async () => ({ status: 'failed' }) }
  await reconcile({ ...server.parts, cardProcessor: canceling })
  const rows = await server.database
    .selectFrom('card_payments')
    .select(['processor_reference', 'status'])
    .where('processor_reference', 'in', ['future 1', 'soon 1'])
    .orderBy('processor_reference')
    .execute()
  expect(rows.map(({ status }) => status)).toEqual(['failed', 'pending'])
})

test('stops asking a processor that fails for all', async () => {
  await fill('lost', 1000, 3)
  const lost = { ...bank, settle: () => Promise.reject(new Error('lost')) }
  const failures = await reconcile({ ...server.parts, cardProcessor: lost })
  expect(failures).toHaveLength(limits.reconciledAtOnce)
})
