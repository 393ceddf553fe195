import { randomUUID } from 'node:crypto'
import { payments } from '@coinless/contract/payments.ts'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
} from '../../../test/support/make.ts'
import { moneyOf } from '../../../test/support/money.ts'
import { waitingForLocks } from '../../../test/support/waiting.ts'
import { codeThrottle } from '../../http/throttle/failed-attempts.ts'
import { findInconsistencies } from '../../ledger/entries/check.ts'
import { connect } from '../../platform/database/connection.ts'
import { generateCode } from '../../platform/secrets/code-text.ts'
import type { AskedPayment } from './asked-payments.ts'
import { PaymentBatches } from './payment-batches.ts'

const server = testApp()

let owner: TestUser
let batches: PaymentBatches
let addresses = 0

beforeAll(async () => {
  owner = await makeLandlord(server)
  batches = new PaymentBatches(server.database)
})

/** A payment that waits for a batch at once, with a key of its own. */
async function makeAsked({ price = 2.5, code = '', payer }: Facts = {}) {
  const [device, given, user] = await Promise.all([
    makeDevice(server, owner, { price }),
    code || makeCode(server, owner).then((made) => made.code),
    payer ?? makeUser(server, { full_name: `Terry ${randomUUID()}` }),
  ])
  const { id, email, full_name, token } = user
  const caller = { id, email, full_name, email_verified: true, roles: [] }
  const key = randomUUID()
  const payment = { device_id: device.id, prepaid_code: given, amount: price, duration: 30 }
  const asked: AskedPayment = {
    id: randomUUID(),
    caller,
    throttle: codeThrottle(
      { config: { rateLimits: true } },
      { id, address: `192.0.2.${++addresses}` },
    ),
    idempotencyKey: { userId: id, key, requestHash: Buffer.from(key) },
    payment,
    language: 'en',
  }
  return { asked, payer: user, key, token, body: payment }
}

interface Facts {
  price?: number
  code?: string
  payer?: TestUser
}

const makeSome = (count: number, facts?: Facts) =>
  Promise.all(Array.from({ length: count }, () => makeAsked(facts)))

type Asked = Awaited<ReturnType<typeof makeAsked>>

const redeem = (all: Asked[]) => Promise.allSettled(all.map(({ asked }) => batches.redeem(asked)))

const refusalsOf = (outcomes: Awaited<ReturnType<typeof redeem>>) =>
  outcomes.map((each) => (each.status === 'fulfilled' ? each.value.refusal : each.reason.code))

/** Numbers of recorded payments, and of the statements that recorded them. */
async function recorded(all: Asked[]) {
  const { rows } = await sql<{ payments: number; statements: number }>`
    select count(*) as payments, count(distinct xmin::text) as statements from transactions
    where payer_id = any (${all.map(({ payer }) => payer.id)}::uuid[])`.execute(server.database)
  return rows[0]
}

/** Locks something until the work is done. */
async function whileLocked(lock: RawBuilder<unknown>, work: () => Promise<void>) {
  await server.database.transaction().execute(async (transaction) => {
    await lock.execute(transaction)
    await work()
  })
}

const lockOf = ({ payer }: Asked) => sql`select from users where id = ${payer.id} for update`
const untilOneWaits = () => expect.poll(() => waitingForLocks(server)).toBe(1)

/** Makes the first insert of a payment by the payer fail, or all. */
async function failing({ payer }: Asked, sqlState: string, times: number) {
  const name = `fail_${payer.id.replaceAll('-', '')}`
  await server.asOwner(`create sequence ${name};
    create function ${name}() returns trigger language plpgsql security definer as $$
    begin
      if new.payer_id = '${payer.id}' and nextval('public.${name}') <= ${times} then
        raise 'failed' using errcode = '${sqlState}';
      end if;
      return new;
    end $$;
    create trigger ${name} before insert on transactions for each row execute function ${name}()`)
}

describe('a statement of several payments', () => {
  test('answers each payer with their own payment, also when repeated', async () => {
    const all = await Promise.all([1, 2, 3, 4, 5].map((price) => makeAsked({ price })))
    const outcomes = await Promise.all(all.map(({ asked }) => batches.redeem(asked)))
    const expected = all.map(({ asked: { id, caller, payment } }) => ({
      id,
      device_id: payment.device_id,
      customer_name: caller.full_name,
      amount: payment.amount.toFixed(2),
    }))
    expect(outcomes).toMatchObject(expected)
    expect(outcomes.map(({ remaining_balance }) => Number(remaining_balance))).toEqual([
      9, 8, 7, 6, 5,
    ])
    expect(await recorded(all)).toEqual({ payments: 5, statements: 1 })
    const again = all.map(({ asked }) => batches.redeem({ ...asked, id: randomUUID() }))
    expect((await Promise.all(again)).map(({ answer }) => answer)).toMatchObject(
      all.map(({ asked }) => ({ done: { transaction: { id: asked.id } } })),
    )
    expect(await recorded(all)).toEqual({ payments: 5, statements: 1 })
  })

  test('takes no more from a code than it has', async () => {
    const { id, code } = await makeCode(server, owner, { balance: 5 })
    const all = await Promise.all([3, 2, 4, 1, 3].map((price) => makeAsked({ price, code })))
    const outcomes = await Promise.all(all.map(({ asked }) => batches.redeem(asked)))
    const paid = outcomes.filter(({ refusal }) => refusal === null)
    const sum = paid.reduce((total, { amount }) => total + Number(amount), 0)
    expect(paid.length).toBeGreaterThan(0)
    expect(await moneyOf(server, id)).toMatchObject({
      balance: (5 - sum).toFixed(2),
      count: paid.length,
    })
    for (const { refusal, balance_before, price } of outcomes) {
      if (refusal) expect(Number(balance_before)).toBeLessThan(Number(price))
    }
  })

  test('pays all after a serialization failure', async () => {
    const all = await makeSome(4)
    await failing(all[1] as Asked, '40001', 1)
    expect(refusalsOf(await redeem(all))).toEqual([null, null, null, null])
    expect(await recorded(all)).toEqual({ payments: 4, statements: 1 })
  })

  test('pays the others if one breaks a constraint, and counts a wrong code once', async () => {
    const all = [...(await makeSome(3)), await makeAsked({ code: generateCode() })]
    await failing(all[1] as Asked, '23514', Number.MAX_SAFE_INTEGER)
    expect(refusalsOf(await redeem(all))).toEqual([null, '23514', null, 'code_not_accepted'])
    const { rows } = await sql`select failures from failed_attempts
      where throttle_key = any (${all.map(({ asked }) => asked.throttle?.own)}::text[])`.execute(
      server.database,
    )
    expect(rows).toEqual([{ failures: 1 }])
  })

  test('pays the others if another server stores the key of one', async () => {
    const all = await makeSome(3)
    const [first] = all as [Asked]
    let sent: ReturnType<typeof redeem> | undefined
    const answer = JSON.stringify({ done: {} })
    const stored = sql`insert into idempotency_keys (user_id, key, request_hash, answer)
      values (${first.payer.id}, ${first.key}, 'hash', ${answer})`
    await whileLocked(stored, async () => {
      sent = redeem(all)
      await untilOneWaits()
    })
    const outcomes = (await sent) ?? []
    expect(outcomes).toMatchObject([
      { value: { answer: { done: {} } } },
      { value: { refusal: null } },
      { value: { refusal: null } },
    ])
    expect(await recorded(all)).toMatchObject({ payments: 2 })
  })

  test.each([
    ['cancelled', 'pg_cancel_backend', '57014'],
    ['lost', 'pg_terminate_backend', '57P01'],
  ])('records nothing if it is %s, and a repeated call pays once', async (_, end, code) => {
    const all = await makeSome(4)
    await whileLocked(lockOf(all[2] as Asked), async () => {
      const sent = redeem(all)
      await untilOneWaits()
      await sql`select ${sql.raw(end)}(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(server.database)
      expect(refusalsOf(await sent)).toEqual([code, code, code, code])
    })
    expect(await recorded(all)).toEqual({ payments: 0, statements: 0 })
    expect(refusalsOf(await redeem(all))).toEqual([null, null, null, null])
    expect(await recorded(all)).toMatchObject({ payments: 4 })
  })

  test('waits for a locked row without delaying later payments', async () => {
    const [locked, same, later] = (await makeSome(3)) as [Asked, Asked, Asked]
    let sent: ReturnType<typeof redeem> | undefined
    await whileLocked(
      sql`select from devices where id = ${locked.body.device_id} for update`,
      async () => {
        sent = redeem([locked, same])
        await untilOneWaits()
        expect(refusalsOf(await redeem([later]))).toEqual([null])
      },
    )
    expect(refusalsOf((await sent) ?? [])).toEqual([null, null])
  })
})

test('two payments of one account at once are made one after the other', async () => {
  const payer = await makeUser(server)
  const { id, code } = await makeCode(server, owner)
  const all = await makeSome(3, { payer, code })
  expect(refusalsOf(await redeem(all))).toEqual([null, null, null])
  expect(await recorded(all)).toEqual({ payments: 3, statements: 3 })
  expect(await moneyOf(server, id)).toMatchObject({ balance: '2.50', count: 3 })
})

test('one connection is enough, once it is free', async () => {
  const database = connect(server.url, undefined, { connections: 1 })
  const one = new PaymentBatches(database)
  const all = [...(await makeSome(6)), await makeAsked({ code: generateCode() })]
  let sent: Promise<{ refusal: string | null }>[] = []
  await database.transaction().execute(async (transaction) => {
    sent = all.map(({ asked }) => one.redeem(asked))
    await sql`select`.execute(transaction)
  })
  const refusals = (await Promise.all(sent)).map(({ refusal }) => refusal)
  expect(refusals).toEqual([null, null, null, null, null, null, 'code_not_accepted'])
  await database.destroy()
  await expect(one.redeem((all[0] as Asked).asked)).rejects.toThrow()
})

describe('calls that wait for a payment', () => {
  async function listen() {
    const app = await server.replica()
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const pay = ({ token, key, body }: Asked, signal?: AbortSignal) =>
      fetch(`${address}/api${payments.prepaid.path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify(body),
        ...(signal && { signal }),
      })
    return { app, pay }
  }

  test('pay once if their client leaves, and answer the others', async () => {
    const { pay } = await listen()
    const all = await makeSome(3)
    const [first, ...others] = all as [Asked, ...Asked[]]
    const leaving = new AbortController()
    let sent: Promise<Response>[] = []
    await whileLocked(lockOf(first), async () => {
      const left = pay(first, leaving.signal)
      sent = others.map((each) => pay(each))
      await untilOneWaits()
      leaving.abort()
      await expect(left).rejects.toThrow()
    })
    const statuses = [...(await Promise.all(sent)), await pay(first)].map(({ status }) => status)
    expect(statuses).toEqual([201, 201, 201])
    expect(await recorded(all)).toMatchObject({ payments: 3 })
  })

  test('are answered by a server that closes', async () => {
    const { app, pay } = await listen()
    const payer = await makeUser(server)
    const all = await makeSome(3, { payer })
    let sent: Promise<Response>[] = []
    let closed: Promise<undefined> | undefined
    let received = 0
    app.server.on('request', () => received++)
    await whileLocked(lockOf(all[0] as Asked), async () => {
      sent = all.map((each) => pay(each))
      await expect.poll(() => received).toBe(3)
      await untilOneWaits()
      closed = app.close()
    })
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([201, 201, 201])
    await closed
    expect(await recorded(all)).toMatchObject({ payments: 3 })
  })
})

test('leaves a ledger that adds up', async () => {
  expect(await findInconsistencies(server.database)).toEqual([])
})
