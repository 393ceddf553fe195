import type { Device } from '@coinless/contract/devices.ts'
import { displays, type WithDisplaySecret } from '@coinless/contract/displays.ts'
import { requestsPerMinute } from '@coinless/contract/limits.ts'
import { payments } from '@coinless/contract/payments.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { displayBody, displayCalls } from '../../../test/support/displays.ts'
import { makeCode, makeDevice, termsOf } from '../../../test/support/make.ts'
import { moneyOf } from '../../../test/support/money.ts'
import { makeQueueRoom, queueCalls } from '../../../test/support/queues.ts'
import { findInconsistencies } from '../../ledger/entries/check.ts'

const server = testApp({ rateLimits: true })
const { add, end, show } = displayCalls(server)

beforeEach(async () => {
  await sql`delete from call_counts`.execute(server.database)
})

afterEach(async () => {
  expect(await findInconsistencies(server.database)).toEqual([])
})

type Secret = Pick<WithDisplaySecret, 'secret'>

async function makePayingRoom(washers = 1) {
  const room = await makeQueueRoom(server, washers, { queue_types: [], hold_types: [] })
  const display = await add(room.landlord, room.number, { takes_payments: true })
  return { ...room, display }
}

const sent = ({ secret: token }: Secret, device: Device, prepaid_code: string) => ({
  as: { token },
  body: { ...termsOf(device), prepaid_code },
})

const pay = (display: Secret, device: Device, code: string, idempotencyKey?: string) =>
  server.call(displays.pay, {
    ...sent(display, device, code),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  })

async function refusal(display: Secret, device: Device, code: string) {
  return (await server.refused(displays.pay, sent(display, device, code))).body.code
}

// id: display-payments-1
test('a person without an account pays with a code at a display, which shows the machine running', async () => {
  const { landlord, device, display, code } = await makePayingRoom()
  const paid = await pay(display, device, code)
  expect(paid).toEqual({
    remaining_balance: 7.5,
    transaction: { id: expect.any(String), device_number: 'W-1', amount: 2.5 },
  })
  const payment = { as: { token: display.secret }, params: { id: paid.transaction.id } }
  expect(await server.call(displays.payment, payment)).toMatchObject({
    ...{ state: 'running', remaining_seconds: 1800, given_back: 0 },
  })
  expect((await show(display)).machines).toMatchObject([{ state: 'running' }])
  const { data } = await server.call(transactions.list, { as: landlord })
  expect(data).toMatchObject([{ id: paid.transaction.id, customer_name: null, amount: 2.5 }])
  const refund = { amount: 2.5, reason: 'Stuck' }
  await server.call(refunds.create, { as: landlord, params: payment.params, body: refund })
  expect(await server.call(displays.payment, payment)).toMatchObject({ given_back: 2.5 })
})

test('a retry with the same key pays once, and a key pays for one machine', async () => {
  const { device, others, display, landlord } = await makePayingRoom(2)
  const code = await makeCode(server, landlord)
  const attempts = await Promise.all([1, 2, 3].map(() => pay(display, device, code.code, 'once')))
  expect(new Set(attempts.map(({ transaction }) => transaction.id)).size).toBe(1)
  expect(await moneyOf(server, code.id)).toMatchObject({ balance: '7.50', count: 1 })
  const [other] = others
  if (!other) throw new Error('the room has two machines')
  const reused = { ...sent(display, other, code.code), idempotencyKey: 'once' }
  expect((await server.refused(displays.pay, reused)).body.code).toBe('idempotency_key_reused')
})

test('takes one of the payments that people make at two displays of a room at the same moment', async () => {
  const { landlord, number, device, display } = await makePayingRoom()
  const shown = [display, await add(landlord, number, { takes_payments: true })]
  const codes = await Promise.all([1, 2, 3, 4].map(() => makeCode(server, landlord)))
  const paid = await Promise.allSettled(
    codes.map(({ code }, index) => pay(shown[index % 2] as Secret, device, code)),
  )
  expect(paid.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const money = await Promise.all(codes.map(({ id }) => moneyOf(server, id)))
  expect(money.map((each) => each?.balance).toSorted()).toEqual(['10.00', '10.00', '10.00', '7.50'])
  expect(await refusal(shown[1] as Secret, device, codes[0]?.code ?? '')).toBe('device_in_use')
})

test('pays while the landlord lets it', async () => {
  const { landlord, number, device, code } = await makePayingRoom()
  const display = await add(landlord, number)
  const change = (takes_payments: boolean) =>
    server.call(displays.change, {
      ...{ as: landlord, params: { number, id: display.id }, body: { takes_payments } },
    })
  expect(await refusal(display, device, code)).toBe('display_not_found')
  await change(true)
  const { transaction } = await pay(display, device, code)
  const seen = () =>
    server.call(displays.payment, { as: { token: display.secret }, params: { id: transaction.id } })
  await change(true)
  expect((await seen()).state).toBe('running')
  await change(false)
  expect(await refusal(display, device, code)).toBe('display_not_found')
})

test('pays only at open machines of its room', async () => {
  const { landlord, display, code } = await makePayingRoom()
  const elsewhere = await makeDevice(server, landlord, { location: 'Attic' })
  expect(await refusal(display, elsewhere, code)).toBe('device_not_found')
  const closed = await makeDevice(server, landlord, {
    location: `Cellar of ${landlord.id}`,
    status: 'disabled',
  })
  expect(await refusal(display, closed, code)).toBe('device_not_found')
})

test('a machine that someone has paid for is in use for the next, wherever it was paid', async () => {
  const { device, others, display, code, landlord, people } = await makePayingRoom(2)
  await pay(display, device, code)
  const second = await makeCode(server, landlord)
  expect(await refusal(display, device, second.code)).toBe('device_in_use')
  const [person] = await people(1)
  const [other] = others
  if (!person || !other) throw new Error('there is a person and a second machine')
  await server.call(payments.prepaid, {
    as: person,
    body: { ...termsOf(other), prepaid_code: code },
  })
  expect(await refusal(display, other, second.code)).toBe('device_in_use')
  expect(await moneyOf(server, second.id)).toMatchObject({ balance: '10.00' })
})

test('a machine held for someone takes no payment at the display', async () => {
  const { landlord, number, device, display, code, people } = await makePayingRoom()
  const { setRules, hold } = queueCalls(server)
  await setRules(landlord, number)
  const [holder] = await people(1)
  if (!holder) throw new Error('there is one person')
  await hold(holder, device)
  expect(await refusal(display, device, code)).toBe('held_for_another')
})

test('a display that only shows its room, or was revoked, takes no payment', async () => {
  const { landlord, number, device, display, code } = await makePayingRoom()
  expect(await refusal(await add(landlord, number), device, code)).toBe('display_not_found')
  await end(landlord, number, display)
  expect(await refusal(display, device, code)).toBe('display_not_found')
})

test('sees the payments made at it, and no others', async () => {
  const { landlord, number, device, display, code } = await makePayingRoom()
  const { transaction } = await pay(display, device, code)
  const second = await add(landlord, number, { takes_payments: true })
  const params = { id: transaction.id }
  const { body } = await server.refused(displays.payment, { as: { token: second.secret }, params })
  expect(body.code).toBe('cycle_not_found')
  const malformed = { as: { token: display.secret }, params: { id: 'x' } }
  const answer = await server.refused(displays.payment, malformed)
  expect(answer.body.code).toBe('cycle_not_found')
})

test('no more displays than guests can be added in a minute, because each can try codes', async () => {
  const { landlord, number, display } = await makePayingRoom()
  await end(landlord, number, display)
  for (let left = requestsPerMinute.guest - 1; left > 0; left--) {
    await end(landlord, number, await add(landlord, number))
  }
  const sent = { as: landlord, params: { number }, body: displayBody }
  expect((await server.refused(displays.create, sent)).body.code).toBe('too_many_requests')
})

test('wrong codes make a display wait until the next hour at most, and no other one', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { landlord, number, device, others, display, code } = await makePayingRoom(2)
  const wrong = 'never a code'
  const answers: (string | undefined)[] = []
  while (answers.at(-1) !== 'too_many_attempts' && answers.length < 50) {
    answers.push(await refusal(display, device, wrong))
  }
  expect(answers.at(-1)).toBe('too_many_attempts')
  expect(await refusal(display, device, code)).toBe('too_many_attempts')
  const second = await add(landlord, number, { takes_payments: true })
  const fromElsewhere = await server.app.inject({
    ...{ method: 'POST', url: `/api${displays.pay.path}`, remoteAddress: '203.0.113.9' },
    headers: { authorization: `Bearer ${second.secret}` },
    payload: { ...termsOf(device), prepaid_code: code },
  })
  expect(fromElsewhere.statusCode).toBe(201)
  vi.setSystemTime(Date.now() + 60 * 60_000)
  expect(await refusal(display, others[0] as Device, wrong)).toBe('code_not_accepted')
  await pay(display, others[0] as Device, code)
})
