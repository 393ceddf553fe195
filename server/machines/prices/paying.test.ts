import type { PriceListBody } from '@coinless/contract/device-prices.ts'
import type { Device } from '@coinless/contract/devices.ts'
import { fromMinor, toMinor } from '@coinless/contract/money.ts'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { payments } from '@coinless/contract/payments.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { laundry } from '../../../test/support/laundry.ts'
import {
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
} from '../../../test/support/make.ts'
import { moneyOf, untouched } from '../../../test/support/money.ts'
import { allWeek, savePrices, threeProgrammes } from '../../../test/support/prices.ts'

const server = testApp()
const { makeRoom } = laundry(server)

const [normal, short, long] = threeProgrammes.programmes as [Terms, Terms, Terms]
type Terms = PriceListBody['programmes'][number]

/** All programmes cost 25 cents less, at any time. */
const cheaper: PriceListBody = {
  ...threeProgrammes,
  time_zone: 'Europe/Madrid',
  times: [{ ...allWeek, prices: [2.25, 1, 3.75] }],
}

async function makeWorld(list: PriceListBody = threeProgrammes) {
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner)
  await savePrices(server, owner, device, list)
  const code = await makeCode(server, owner)
  return { owner, device, code, tenant: await makeUser(server) }
}

function termsOf({ id }: Device, { name, price, duration_minutes }: Terms, at = price) {
  return { device_id: id, amount: at, duration: duration_minutes, programme: name }
}

describe('a payment', () => {
  test('takes the price of its programme and keeps the name after a rename', async () => {
    const { owner, device, code, tenant } = await makeWorld()
    const body = { ...termsOf(device, long), prepaid_code: code.code }
    const { transaction, remaining_balance } = await server.call(payments.prepaid, {
      as: tenant,
      body,
    })
    expect(remaining_balance).toBe(6)
    expect(transaction).toMatchObject({ amount: 4, duration_minutes: 60, programme: 'Long' })
    const renamed = [normal, short, { ...long, name: 'Very long', price: 9 }]
    await savePrices(server, owner, device, { ...threeProgrammes, programmes: renamed })
    const params = { id: transaction.id }
    expect(await server.call(transactions.get, { as: owner, params })).toMatchObject({
      amount: 4,
      programme: 'Long',
    })
  })

  test('without a programme is for the first one, for clients that know of none', async () => {
    const { device, code, tenant } = await makeWorld()
    const { programme: _, ...terms } = termsOf(device, normal)
    const { transaction } = await server.call(payments.prepaid, {
      as: tenant,
      body: { ...terms, prepaid_code: code.code },
    })
    expect(transaction).toMatchObject({ amount: 2.5, duration_minutes: 30, programme: 'Normal' })
  })

  test('has no programme name at a device with one programme', async () => {
    const list = { ...cheaper, programmes: [normal], times: [{ ...allWeek, prices: [1] }] }
    const { device, code, tenant } = await makeWorld(list)
    const body = { device_id: device.id, amount: 1, duration: 30, prepaid_code: code.code }
    const { transaction } = await server.call(payments.prepaid, { as: tenant, body })
    expect(transaction).toMatchObject({ amount: 1, programme: null })
  })

  test('is rejected at any price but that of the hour, with the current terms, and takes nothing', async () => {
    const { device, code, tenant } = await makeWorld(cheaper)
    for (const [programme, price, minutes] of [
      [normal, 2.25, 30],
      [short, 1, 15],
    ] as const) {
      const sent = { ...termsOf(device, programme), prepaid_code: code.code }
      const { status, body } = await server.refused(payments.prepaid, { as: tenant, body: sent })
      expect([status, body.code]).toEqual([409, 'terms_changed'])
      expect(body.error).toContain(`$${price.toFixed(2)} for ${minutes} minutes`)
    }
    expect(await moneyOf(server, code.id)).toEqual(untouched)
    const body = { ...termsOf(device, short, 1), prepaid_code: code.code }
    expect(await server.call(payments.prepaid, { as: tenant, body })).toMatchObject({
      remaining_balance: 9,
    })
  })

  test('is rejected for a removed programme or at a device that no longer has any', async () => {
    const { owner, device, code, tenant } = await makeWorld()
    const pay = (terms: object) =>
      server.refused(payments.prepaid, {
        as: tenant,
        body: { ...terms, prepaid_code: code.code } as never,
      })
    const gone = { ...normal, name: 'Gone' }
    expect((await pay(termsOf(device, gone))).body.code).toBe('terms_changed')
    await savePrices(server, owner, device, { ...threeProgrammes, programmes: [normal] })
    expect((await pay(termsOf(device, normal))).body.code).toBe('terms_changed')
    expect(await moneyOf(server, code.id)).toEqual(untouched)
  })

  test('by card takes the programme’s price of the hour', async () => {
    const { device, tenant } = await makeWorld(cheaper)
    const pay = (terms: object) => ({
      as: tenant,
      body: {
        ...terms,
        customer_name: 'Carla Card',
        customer_email: 'carla@example.com',
        payment_method_id: sandboxPaymentMethods.approved,
      } as never,
    })
    const refused = await server.refused(payments.card, pay(termsOf(device, long)))
    expect([refused.status, refused.body.code]).toEqual([409, 'terms_changed'])
    const gone = { ...long, name: 'Gone' }
    expect((await server.refused(payments.card, pay(termsOf(device, gone)))).status).toBe(409)
    const { transaction } = await server.call(payments.card, pay(termsOf(device, long, 3.75)))
    expect(transaction).toMatchObject({ amount: 3.75, duration_minutes: 60, programme: 'Long' })
  })

  test('returns its first answer when it is repeated after a price change', async () => {
    const { owner, device, code, tenant } = await makeWorld()
    const pay = () =>
      server.app.inject({
        method: 'POST',
        url: '/api/payments/prepaid',
        headers: { authorization: `Bearer ${tenant.token}`, 'idempotency-key': 'programme' },
        payload: { ...termsOf(device, short), prepaid_code: code.code },
      })
    const first = await pay()
    expect(first.json().transaction.programme).toBe('Short')
    await savePrices(server, owner, device, cheaper)
    const again = await pay()
    expect([again.statusCode, again.json()]).toEqual([201, first.json()])
    expect(await moneyOf(server, code.id)).toMatchObject({ balance: '8.75', count: 1 })
  })
})

test('charges each of 50 concurrent payments the agreed price or nothing while prices change', async () => {
  const { owner, device, tenant } = await makeWorld()
  const codes = await Promise.all(
    Array.from({ length: 50 }, () => makeCode(server, owner, { balance: 4 })),
  )
  const agreed = codes.map(({ code }, index) => {
    const programme = [normal, short, long][index % 3] as Terms
    const at =
      index % 2 === 0 ? programme.price : fromMinor((toMinor(programme.price) - 25) as never)
    return { ...termsOf(device, programme, at), prepaid_code: code }
  })
  let isOver = false
  const changing = (async () => {
    for (let n = 0; !isOver; n++) {
      await savePrices(server, owner, device, n % 2 === 0 ? cheaper : threeProgrammes)
    }
  })()
  const payer = (index: number): TestUser => (index % 2 === 0 ? tenant : owner)
  const answers = await Promise.all(
    agreed.map((body, index) =>
      server.app
        .inject({
          method: 'POST',
          url: '/api/payments/prepaid',
          headers: { authorization: `Bearer ${payer(index).token}` },
          payload: body,
        })
        .then((answer) => [answer.statusCode, answer.json()] as const),
    ),
  )
  isOver = true
  await changing
  for (const [index, [status, answer]] of answers.entries()) {
    const { amount, duration, programme } = agreed[index] as (typeof agreed)[number]
    const money = await moneyOf(server, codes[index]?.id ?? '')
    if (status === 201) {
      expect(answer.transaction).toMatchObject({ amount, duration_minutes: duration, programme })
      expect(money).toMatchObject({ paid: amount.toFixed(2), count: 1 })
    } else {
      expect([status, answer.code]).toEqual([409, 'terms_changed'])
      expect(money).toMatchObject({ balance: '4.00', count: 0 })
    }
  }
})

test('marks the codes that suffice for a programme at the price of the hour', async () => {
  const { owner, device, tenant } = await makeWorld(cheaper)
  await server.database
    .updateTable('users')
    .set({ email_verified: true })
    .where('id', '=', tenant.id)
    .execute()
  await makeCode(server, owner, { balance: 2.25, customer_email: tenant.email })
  const suffices = async (programme?: string) => {
    const query = { device_id: device.id, ...(programme && { programme }) }
    const { data } = await server.call(payments.codes, { as: tenant, query })
    return data.map((code) => code.suffices)
  }
  expect([await suffices(), await suffices('Short'), await suffices('Long')]).toEqual([
    [true],
    [true],
    [false],
  ])
})

describe('a machine', () => {
  test('runs for the programme’s minutes, which cap its minimum duration', async () => {
    const { landlord, tenant, device, code, machine } = await makeRoom()
    await server.database
      .updateTable('devices')
      .set({ minimum_duration_minutes: 20 })
      .where('id', '=', device.id)
      .execute()
    await savePrices(server, landlord, device, threeProgrammes)
    const body = { ...termsOf(device, short), prepaid_code: code.code }
    const { transaction } = await server.call(payments.prepaid, { as: tenant, body })
    await expect.poll(() => machine.starts).toMatchObject([{ seconds: 15 * 60 }])
    const cycle = await server.database
      .selectFrom('cycles')
      .select('minimum_minutes')
      .where('id', '=', transaction.id)
      .executeTakeFirstOrThrow()
    expect(cycle.minimum_minutes).toBe(15)
  })

  test('started by coins gets as many as the programme costs', async () => {
    const { landlord, tenant, device, code, machine } = await makeRoom({ switching: 'pulses' })
    await savePrices(server, landlord, device, threeProgrammes)
    const body = { ...termsOf(device, short), prepaid_code: code.code }
    await server.call(payments.prepaid, { as: tenant, body })
    await expect.poll(() => machine.starts).toMatchObject([{ pulses: { count: 5 } }])
  })
})
