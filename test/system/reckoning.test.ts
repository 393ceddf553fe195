import { dashboard } from '@coinless/contract/dashboard.ts'
import { devices } from '@coinless/contract/devices.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { payments } from '@coinless/contract/payments.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { beforeAll, expect, test } from 'vitest'
import { generateCode } from '../../server/platform/secrets/code-text.ts'
import { statusOf, testApp } from '../support/app.ts'
import { deviceBody, makeAdmin, makeLandlord, makeUser } from '../support/make.ts'
import { Books, type KnownDevice, type Person } from './books.ts'
import { type SeededRandom, seededRandom } from './random.ts'

const stepsOfWriter = Number(process.env.RECKONING_STEPS ?? 12)
const writers = 6

const server = testApp()
const books = new Books()
const people: Person[] = []
let isWriting = true

beforeAll(async () => {
  const verified = { email_verified: true }
  const kinds = [
    { user: await makeAdmin(server), isAdmin: true, isVerified: true, isLandlord: false },
    { user: await makeLandlord(server, verified), isVerified: true, isLandlord: true },
    { user: await makeLandlord(server, verified), isVerified: true, isLandlord: true },
    { user: await makeLandlord(server), isVerified: false, isLandlord: true },
    { user: await makeUser(server, verified), isVerified: true, isLandlord: false },
    { user: await makeUser(server), isVerified: false, isLandlord: false },
  ]
  people.push(...kinds.map(({ user, ...kind }) => ({ isAdmin: false, ...kind, ...user })))
})

const moves = {
  async device({ of, next }: SeededRandom) {
    const owner = of(people) as Person
    const landlord = next(2) === 0 ? owner : (of(people) as Person)
    const number = `N-${books.devices.length}-${next(1_000_000)}`
    const price = (100 + next(400)) / 100
    const body = {
      ...deviceBody,
      device_number: number,
      location: `Room ${next(5)}`,
      landlord_email: landlord.email,
      price,
    }
    const { id } = await server.call(devices.create, { as: owner, body })
    const device = { id, device_number: number, location: body.location, owner, landlord }
    const accepts = landlord !== owner && landlord.isVerified && next(2) === 0
    if (accepts) await server.call(devices.accept, { as: landlord, params: { id } })
    const isAccepted = accepts || (landlord === owner && owner.isVerified)
    books.devices.push({
      ...device,
      isAccepted,
      price: Math.round(price * 100),
      isActive: true,
      isDeleted: false,
    })
  },

  async code({ of, next }: SeededRandom) {
    const issuer = of(people) as Person
    const holder = next(2) === 0 ? of(people) : undefined
    const code = generateCode()
    const put = next(3000)
    const body = { code, balance: put / 100, ...(holder && { customer_email: holder.email }) }
    const { id } = await server.call(prepaidCodes.create, { as: issuer, body })
    const facts = { isDisabled: false, isDeleted: false, isHandedOn: false }
    books.codes.push({ id, code, issuer, holder, put, left: put, ...facts })
  },

  async pay({ of, next }: SeededRandom) {
    const payer = of(people) as Person
    const device = of(next(4) > 0 ? books.devicesSeenBy(payer) : books.devices)
    const fitting = books.codes.filter(({ issuer }) => issuer === device?.owner)
    const code = of(next(4) > 0 ? fitting : books.codes)
    if (!device || !code) return
    const terms = {
      device_id: device.id,
      amount: device.price / 100,
      duration: deviceBody.duration_minutes,
    }
    const withCode = next(3) > 0
    const body = withCode
      ? { ...terms, prepaid_code: code.code }
      : {
          ...terms,
          customer_name: payer.full_name,
          customer_email: payer.email,
          payment_method_id: sandboxPaymentMethods.approved,
        }
    const paid = await tried(withCode ? payments.prepaid : payments.card, payer, {}, body)
    if (!paid) return
    const { id, created_at } = paid.transaction
    const paidWith = withCode ? code : undefined
    if (paidWith) paidWith.left -= device.price
    books.payments.push({
      ...{ id, created_at, payer, device, code: paidWith },
      ...{ cents: device.price, refunded: 0 },
    })
  },

  async refund({ of, next }: SeededRandom) {
    const payment = of(books.payments)
    if (!payment) return
    const cents = 1 + next(200)
    const body = { amount: cents / 100, reason: 'It did not start' }
    const as = people[0] as Person
    if (!(await tried(refunds.create, as, { id: payment.id }, body))) return
    payment.refunded += cents
    if (payment.code) payment.code.left += cents
  },

  async topUp({ of, next }: SeededRandom) {
    const code = of(books.codes)
    if (!code) return
    const cents = 1 + next(1000)
    const body = { amount: cents / 100 }
    if (!(await tried(prepaidCodes.topUp, code.issuer, { id: code.id }, body))) return
    code.put += cents
    code.left += cents
  },

  async adjust({ of, next }: SeededRandom) {
    const code = of(books.codes)
    if (!code) return
    const cents = -1 - next(300)
    const body = { amount: cents / 100, reason: 'Counted again' }
    if (!(await tried(prepaidCodes.adjust, code.issuer, { id: code.id }, body))) return
    code.left += cents
  },

  /** Only once: the order of two concurrent calls would be unknown. */
  async handOn({ of }: SeededRandom) {
    const code = of(books.codes.filter(({ isHandedOn }) => !isHandedOn))
    if (!code) return
    Object.assign(code, { isHandedOn: true, holder: of(people) })
    const body = { customer_email: code.holder?.email ?? null }
    await tried(prepaidCodes.changeCustomer, code.issuer, { id: code.id }, body)
  },

  async disable({ of }: SeededRandom) {
    const code = of(books.codes)
    const body = { disabled: true }
    if (!code || !(await tried(prepaidCodes.setDisabled, code.issuer, { id: code.id }, body)))
      return
    code.isDisabled = true
  },

  async close({ of, next }: SeededRandom) {
    const device = of(books.devices)
    if (!device || next(3) > 0) return
    if (await tried(devices.delete, device.owner, { id: device.id })) device.isDeleted = true
  },
}

/** A refusal changes nothing. A server error fails the test. */
async function tried(endpoint: Endpoint, as: Person, params: object, body?: object) {
  const path = endpoint.path.replace(/:(\w+)/, (_, name: string) => Reflect.get(params, name))
  const answer = await server.app.inject({
    method: endpoint.method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/json' },
    ...(body && { payload: body }),
  })
  expect(answer.statusCode, answer.body).toBeLessThan(500)
  if (answer.statusCode >= 400) return undefined
  return answer.body ? answer.json() : {}
}

async function write(seed: number) {
  const draw = seededRandom(seed)
  const often = ['device', 'code', 'pay', 'pay', 'pay', 'pay', 'refund', 'topUp', 'adjust'] as const
  const kinds = [...often, 'handOn', 'disable', 'close'] as const
  await moves.device(draw)
  await moves.code(draw)
  for (let n = 0; n < stepsOfWriter; n++) await moves[draw.of(kinds) ?? 'pay'](draw)
}

const lists = [devices.list, prepaidCodes.list, transactions.list]

/** Reads pages while others write: each is a sorted snapshot without duplicates. */
async function readMeanwhile() {
  const draw = seededRandom(99)
  while (isWriting) {
    const as = draw.of(people) as Person
    const list = draw.of(lists) ?? devices.list
    const { data, pagination } = await server.call(list, { as, query: { limit: 100 } })
    expect(data).toHaveLength(Math.min(100, pagination.total))
    expect(new Set(data.map(({ id }) => id)).size).toBe(data.length)
    const times = data.map(({ created_at }) => created_at)
    expect(times).toEqual(times.toSorted().reverse())
  }
}

async function allOf(list: (typeof lists)[number], as: Person, query: object = {}) {
  const rows: Record<string, unknown>[] = []
  for (let page = 1; ; page++) {
    const answer = await server.call(list, { as, query: { ...query, limit: 50, page } })
    rows.push(...(answer.data as Record<string, unknown>[]))
    if (page >= answer.pagination.totalPages) {
      expect(rows).toHaveLength(answer.pagination.total)
      return new Map(rows.map((row) => [row.id as string, row]))
    }
  }
}

test(`matches every list and sum with the answers to ${writers} writers of ${stepsOfWriter} steps each`, {
  timeout: 600_000,
}, async () => {
  const reading = readMeanwhile()
  await Promise.all(Array.from({ length: writers }, (_, n) => write(n + 1)))
  isWriting = false
  await reading
  expect(books.payments.length).toBeGreaterThan(stepsOfWriter / 4)
  for (const person of people) await compare(person)
})

async function compare(person: Person) {
  await compareDevices(person)
  await compareCodes(person)
  await comparePayments(person)
  await compareDashboard(person)
}

async function compareDevices(person: Person) {
  const seen = books.devicesSeenBy(person)
  const ids = (devices: KnownDevice[]) => devices.map(({ id }) => id).sort()
  const listed = await allOf(devices.list, person)
  expect([...listed.keys()].sort()).toEqual(ids(seen))
  const searched = await allOf(devices.list, person, { search: 'room 3' })
  expect([...searched.keys()].sort()).toEqual(
    ids(seen.filter(({ location }) => location === 'Room 3')),
  )
  for (const { id } of books.devices.filter((device) => !seen.includes(device))) {
    expect(await statusOf(server.app, devices.get, person, { params: { id } })).toBe(404)
  }
}

async function compareCodes(person: Person) {
  const own = books.codesListedFor(person)
  const listed = await allOf(prepaidCodes.list, person)
  expect([...listed.keys()].sort()).toEqual(own.map(({ id }) => id).sort())
  for (const { id, put, left, isDisabled, isHandedOn, issuer } of own) {
    expect(listed.get(id)).toMatchObject({
      balance: put / 100,
      remaining_balance: left / 100,
      disabled: isDisabled,
    })
    // The new holder may not see earlier entries.
    if (isHandedOn && issuer !== person && !person.isAdmin) continue
    const history = await server.call(prepaidCodes.history, {
      as: person,
      params: { id },
      query: { limit: 100 },
    })
    expect(history.data[0]?.remaining_balance ?? 0).toBe(left / 100)
    const running = history.data.toReversed().reduce((cents, { amount, remaining_balance }) => {
      expect(remaining_balance).toBe((cents + Math.round(amount * 100)) / 100)
      return cents + Math.round(amount * 100)
    }, 0)
    if (history.pagination.total <= 100) expect(running).toBe(left)
  }
  const disabled = await allOf(prepaidCodes.list, person, { disabled: true })
  expect(disabled.size).toBe(own.filter((code) => code.isDisabled).length)
}

async function comparePayments(person: Person) {
  const seen = books.paymentsSeenBy(person)
  const listed = await allOf(transactions.list, person)
  expect([...listed.keys()].sort()).toEqual(seen.map(({ id }) => id).sort())
  for (const { id, cents, refunded } of seen) {
    expect(listed.get(id)).toMatchObject({ amount: cents / 100, refunded_amount: refunded / 100 })
  }
  const byCard = await allOf(transactions.list, person, { payment_method: 'credit_card' })
  expect(byCard.size).toBe(seen.filter(({ code }) => !code).length)
  const year = new Date().getUTCFullYear()
  const csv = await server.call(transactions.export, { as: person, query: { year } })
  expect(String(csv).trim().split('\n')).toHaveLength(seen.length + 1)
}

async function compareDashboard(person: Person) {
  const { net, cycles, best } = books.revenue(person)
  const told = await server.call(dashboard.revenue, { as: person, query: { time_zone: 'UTC' } })
  const sum = (rows: { revenue: number }[]) =>
    rows.reduce((cents, { revenue }) => cents + Math.round(revenue * 100), 0)
  expect(sum(told.days)).toBe(net)
  expect(told.days.reduce((all, day) => all + day.cycles, 0)).toBe(cycles)
  const ranked = best.toSorted((a, b) => b.net - a.net || b.cycles - a.cycles).slice(0, 5)
  expect(told.best_devices.map(({ revenue }) => Math.round(revenue * 100))).toEqual(
    ranked.map((device) => device.net),
  )
  const spending = await server.call(dashboard.spending, { as: person })
  const own = books.payments.filter(({ payer }) => payer === person)
  expect(spending.last_payments).toHaveLength(Math.min(5, own.length))
  expect(spending.codes).toHaveLength(Math.min(5, books.codesToPayWith(person).length))
}
