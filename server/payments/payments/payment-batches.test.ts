import { randomUUID } from 'node:crypto'
import { devices as allDevices, type Device } from '@coinless/contract/devices.ts'
import { payments } from '@coinless/contract/payments.ts'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { answered, statusOf, testApp } from '../../../test/support/app.ts'
import {
  makeAdmin,
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
  termsOf,
} from '../../../test/support/make.ts'
import { moneyOf, untouched } from '../../../test/support/money.ts'
import { deadlocks, waitingForLocks } from '../../../test/support/waiting.ts'
import type { Server } from '../../http/request/server.ts'
import { findInconsistencies } from '../../ledger/entries/check.ts'
import { locks } from '../../platform/database/locks.ts'
import { generateCode } from '../../platform/secrets/code-text.ts'

const server = testApp()
const places = 12

let owner: TestUser
let payers: TestUser[]
let devices: Device[]
let other: Server

beforeAll(async () => {
  owner = await makeLandlord(server)
  payers = await Promise.all(Array.from({ length: places }, () => makeUser(server)))
  devices = await Promise.all(Array.from({ length: places }, () => makeDevice(server, owner)))
  other = await server.anotherServer()
})

interface Intention {
  payer: TestUser
  device: Device
  code: string
  key?: string
}

const at = (n: number) => ({
  payer: payers[n % places] as TestUser,
  device: devices[n % places] as Device,
})

function pay({ payer, device, code, key }: Intention, app = server.app) {
  const body = { ...termsOf(device), prepaid_code: code }
  return answered(app, payments.prepaid, payer, { body, idempotencyKey: key })
}

const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code

/** Locks something during the work. */
async function whileLocked(lock: RawBuilder<unknown>, work: () => Promise<void>) {
  await server.database.transaction().execute(async (transaction) => {
    await lock.execute(transaction)
    await work()
  })
}

describe('payments that wait at the same moment', () => {
  test('are recorded by one statement', async () => {
    const codes = await Promise.all(devices.map(() => makeCode(server, owner)))
    const sent = codes.map(({ code }, n) => pay({ ...at(n), code }))
    expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([201]))
    const { rows } = await sql<{ payments: number; statements: number }>`
      select count(*) as payments, count(distinct xmin::text) as statements from transactions
      where prepaid_code_id = any (${codes.map(({ id }) => id)}::uuid[])`.execute(server.database)
    expect(rows[0]?.payments).toBe(places)
    expect(rows[0]?.statements).toBeLessThan(places)
  })

  test('with one code each get the balance after their own', async () => {
    const code = await makeCode(server, owner, { balance: 2.5 * places })
    const answers = await Promise.all(payers.map((_, n) => pay({ ...at(n), code: code.code })))
    const balances = answers.map(
      ({ body }) => (body as { remaining_balance: number }).remaining_balance,
    )
    expect(balances.sort((a, b) => a - b)).toEqual(payers.map((_, n) => 2.5 * n))
    expect(await moneyOf(server, code.id)).toMatchObject({ balance: '0.00', count: places })
  })

  test('are refused alone, with the reason that each alone gets, and count as one failed attempt', async () => {
    const issued = await Promise.all(payers.map(() => makeCode(server, owner)))
    const [good, disabled, expired, poor, ...others] = issued
    await server.asOwner(`update prepaid_codes set disabled = true where id = '${disabled?.id}'`)
    await server.asOwner(
      `update prepaid_codes set expires_at = now() - interval '1 second' where id = '${expired?.id}'`,
    )
    const dear = await makeDevice(server, owner, { price: 11 })
    const app = await server.replica({ config: { rateLimits: true } })
    const paid = others.slice(0, 4).map(({ code }, n) => pay({ ...at(n + 5), code }, app))
    const answers = await Promise.all([
      pay({ ...at(0), code: generateCode() }, app),
      pay({ ...at(1), code: disabled?.code ?? '' }, app),
      pay({ ...at(2), code: expired?.code ?? '' }, app),
      pay({ ...at(3), device: dear, code: poor?.code ?? '' }, app),
      pay({ ...at(4), device: { ...at(4).device, price: 3 }, code: good?.code ?? '' }, app),
      ...paid,
    ])
    expect(answers.map(codeOf)).toEqual([
      'code_not_accepted',
      'code_disabled',
      'code_expired',
      'code_balance_too_low',
      'terms_changed',
      ...paid.map(() => undefined),
    ])
    for (const each of [good, disabled, expired, poor]) {
      expect(await moneyOf(server, each?.id ?? '')).toEqual(untouched)
    }
    const { rows } = await sql<{ throttle_key: string; failures: number }>`
      select throttle_key, failures from failed_attempts where throttle_key like 'code by account %'`.execute(
      server.database,
    )
    expect(rows).toEqual([{ throttle_key: `code by account ${payers[0]?.id}`, failures: 1 }])
  })

  test('with chosen codes, of admins and of tenants all succeed', async () => {
    const admin = await makeAdmin(server)
    const codes = await Promise.all(payers.map(() => makeCode(server, owner)))
    await Promise.all(
      codes.map(({ code }, n) => {
        const { payer, device } = at(n)
        const body = { ...termsOf(device), prepaid_code: code, keep_code: true }
        return server.call(payments.prepaid, { as: payer, body })
      }),
    )
    const device = await makeDevice(server, owner)
    const spare = await makeCode(server, owner)
    const statuses = await Promise.all([
      pay({ payer: admin, device, code: spare.code }).then(({ status }) => status),
      ...codes.map(({ id }, n) => {
        const { payer, device } = at(n)
        return statusOf(server.app, payments.chosenCode, payer, {
          params: { id },
          body: termsOf(device),
        })
      }),
    ])
    expect(new Set(statuses)).toEqual(new Set([201]))
  })
})

test('refuses others where only an admin may pay, also at the same moment', async () => {
  const admin = await makeAdmin(server)
  const hiding = await makeUser(server)
  const code = await makeCode(server, hiding, { balance: 100 })
  const hidden = await Promise.all(payers.map(() => makeDevice(server, hiding)))
  const [ofAdmin, ...ofOthers] = await Promise.all(
    hidden.map((device, n) =>
      pay({ device, payer: n === 0 ? admin : at(n).payer, code: code.code }),
    ),
  )
  expect(ofAdmin?.status).toBe(201)
  expect(new Set(ofOthers.map(codeOf))).toEqual(new Set(['device_not_found']))
  expect(await moneyOf(server, code.id)).toMatchObject({ balance: '97.50', count: 1 })
})

describe('a code that others have locked', () => {
  test('delays no payment with another code, and is paid once it is free', async () => {
    const [busy, free] = await Promise.all([makeCode(server, owner), makeCode(server, owner)])
    let waiting: ReturnType<typeof pay>[] = []
    await whileLocked(sql`select from prepaid_codes where id = ${busy.id} for update`, async () => {
      waiting = [0, 1].map((n) => pay({ ...at(n), code: busy.code }))
      const others = await Promise.all([2, 3, 4].map((n) => pay({ ...at(n), code: free.code })))
      expect(others.map(({ status }) => status)).toEqual([201, 201, 201])
      await expect.poll(() => waitingForLocks(server)).toBeGreaterThan(0)
    })
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([201, 201])
  })

  test('delays no payment of someone else at the same device', async () => {
    const [busy, free] = await Promise.all([makeCode(server, owner), makeCode(server, owner)])
    let waiting: ReturnType<typeof pay> | undefined
    await whileLocked(sql`select from prepaid_codes where id = ${busy.id} for update`, async () => {
      waiting = pay({ ...at(0), code: busy.code })
      await expect.poll(() => waitingForLocks(server)).toBe(1)
      const other = await pay({ ...at(0), payer: at(1).payer, code: free.code })
      expect(other.status).toBe(201)
    })
    expect((await waiting)?.status).toBe(201)
  })
})

describe('many codes that others have locked', () => {
  test('delay neither payments with other codes nor other calls', async () => {
    const [free, ...busy] = await Promise.all(
      Array.from({ length: places }, () => makeCode(server, owner)),
    )
    const ids = busy.map(({ id }) => id)
    let waiting: ReturnType<typeof pay>[] = []
    const lock = sql`select from prepaid_codes where id = any (${ids}::uuid[]) for update`
    await whileLocked(lock, async () => {
      waiting = busy.map(({ code }, n) => pay({ ...at(n), code }, other.app))
      await expect.poll(() => waitingForLocks(server)).toBeGreaterThan(3)
      const paid = await pay({ ...at(places - 1), code: free?.code ?? '' }, other.app)
      expect(paid.status).toBe(201)
      await server.call(allDevices.get, { as: owner, params: { id: at(0).device.id } })
    })
    const statuses = (await Promise.all(waiting)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([201]))
  })
})

describe('a payment that waits for its key', () => {
  test('has no code locked', async () => {
    const code = await makeCode(server, owner)
    const key = randomUUID()
    const { payer } = at(0)
    let waiting: ReturnType<typeof pay> | undefined
    await whileLocked(
      sql`select pg_advisory_xact_lock(7271, hashtext(${`${payer.id} ${key}`}))`,
      async () => {
        waiting = pay({ ...at(0), code: code.code, key })
        await expect.poll(() => waitingForLocks(server)).toBe(1)
        await sql`select from prepaid_codes where id = ${code.id} for update nowait`.execute(
          server.database,
        )
      },
    )
    expect((await waiting)?.status).toBe(201)
  })
})

describe('a key or counter that another server has locked', () => {
  const keyOf = (id: string, key: string) => sql`${locks.paymentKeys}, hashtext(${`${id} ${key}`})`
  const counterOf = (id: string) => sql`${locks.attempts}, hashtext(${`code by account ${id}`})`
  test.each([keyOf, counterOf])('delays no other payment', async (lockOf) => {
    const app = await server.replica({ config: { rateLimits: true } })
    const codes = await Promise.all(payers.map(() => makeCode(server, owner)))
    const key = randomUUID()
    let waiting: ReturnType<typeof pay> | undefined
    const lock = sql`select pg_advisory_xact_lock(${lockOf(at(0).payer.id, key)})`
    await whileLocked(lock, async () => {
      const [first, ...others] = codes.map(({ code }, n) => pay({ ...at(n), code, key }, app))
      waiting = first
      const statuses = (await Promise.all(others)).map(({ status }) => status)
      expect(new Set(statuses)).toEqual(new Set([201]))
    })
    expect((await waiting)?.status).toBe(201)
  })
})

test('six hundred intentions, each sent three times at once to two servers, are paid once', async () => {
  const codes = await Promise.all(
    Array.from({ length: 20 }, () => makeCode(server, owner, { balance: 60 })),
  )
  const intentions = Array.from({ length: 600 }, (_, n) => ({
    ...at(n * 7),
    code: codes[n % codes.length]?.code ?? '',
    key: randomUUID(),
  }))
  const send = (each: Intention, n: number) => pay(each, n % 2 === 0 ? server.app : other.app)
  const answers = await Promise.all(
    intentions.map((each) => Promise.all([0, 1, 2].map((n) => send(each, n)))),
  )
  const again = await Promise.all(intentions.map(send))
  const inBrief = ({ status, body }: Awaited<ReturnType<typeof pay>>) => {
    const { transaction, code } = body as { transaction?: unknown; code?: string }
    return JSON.stringify([status, transaction, code])
  }
  for (const [n, all] of answers.entries()) {
    expect(new Set([...all, again[n] as (typeof again)[0]].map(inBrief)).size).toBe(1)
  }
  const paid = again.filter(({ status }) => status === 201).length
  expect(paid).toBe(20 * 24)
  for (const { id } of codes) {
    expect(await moneyOf(server, id)).toEqual({
      balance: '0.00',
      ledger: '0.00',
      paid: '60.00',
      count: 24,
    })
  }
  expect(await deadlocks(server)).toBe(0)
  expect(await findInconsistencies(server.database)).toEqual([])
})
