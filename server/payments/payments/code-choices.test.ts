import { randomUUID } from 'node:crypto'
import type { Device } from '@coinless/contract/devices.ts'
import { payments } from '@coinless/contract/payments.ts'
import { type PrepaidCode, prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  allowTopUps,
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
  termsOf,
  unknownId,
} from '../../../test/support/make.ts'
import { moneyOf, untouched } from '../../../test/support/money.ts'

const server = testApp()

function choices(as: TestUser, { id }: Device) {
  return server.call(payments.codes, { as, query: { device_id: id } })
}

async function chosenIds(as: TestUser, device: Device) {
  return (await choices(as, device)).data.map(({ id }) => id)
}

function payment({ id }: { id: string }, device: Device) {
  return { params: { id }, body: termsOf(device) }
}

function payAndKeep(as: TestUser, device: Device, { code }: PrepaidCode) {
  const body = { ...termsOf(device), prepaid_code: code, keep_code: true }
  return server.call(payments.prepaid, { as, body })
}

async function laundry() {
  const landlord = await makeLandlord(server)
  return { landlord, device: await makeDevice(server, landlord) }
}

describe('the codes offered to a payer', () => {
  test('are issued to them and pay here: next to expire first, then smallest that suffices', async () => {
    const { landlord, device } = await laundry()
    const holder = await makeUser(server, { email_verified: true })
    const customer_email = holder.email
    const issue = (facts: object) => makeCode(server, landlord, { customer_email, ...facts })
    const [small, large, fitting] = [
      await issue({ balance: 1 }),
      await issue({ balance: 20 }),
      await issue({ balance: 2.5 }),
    ]
    const ending = await issue({ balance: 30, expires_at: '2100-01-01T00:00:00Z' })
    await issue({ disabled: true })
    await makeCode(server, landlord)
    await makeCode(server, await makeLandlord(server), { customer_email })
    const { data } = await choices(holder, device)
    expect(data.map(({ id }) => id)).toEqual([ending.id, fitting.id, large.id, small.id])
    expect(data.map(({ suffices }) => suffices)).toEqual([true, true, true, false])
    expect(data[1]).toEqual({
      id: fitting.id,
      ending: fitting.code.slice(-4),
      whose: null,
      remaining_balance: 2.5,
      expires_at: null,
      suffices: true,
      is_kept: false,
      may_top_up: false,
    })
    expect(await chosenIds(await makeUser(server), device)).toEqual([])
  })

  test('say whether the holder can top them up by card, which excludes saved ones', async () => {
    const landlord = await makeLandlord(server, { email_verified: true })
    const device = await makeDevice(server, landlord)
    const holder = await makeUser(server, { email_verified: true })
    const code = await makeCode(server, landlord, { customer_email: holder.email })
    const other = await makeUser(server)
    await payAndKeep(other, device, code)
    const topUps = async () =>
      Promise.all(
        [holder, other].map(async (as) => (await choices(as, device)).data[0]?.may_top_up),
      )
    expect(await topUps()).toEqual([false, false])
    await allowTopUps(server, landlord)
    expect(await topUps()).toEqual([true, false])
  })

  test('begin with the requested one, whether or not it suffices', async () => {
    const { landlord, device } = await laundry()
    const holder = await makeUser(server, { email_verified: true })
    const customer_email = holder.email
    const [short, fitting] = [
      await makeCode(server, landlord, { customer_email, balance: 1 }),
      await makeCode(server, landlord, { customer_email }),
    ]
    const query = { device_id: device.id, code_id: short.id }
    const { data } = await server.call(payments.codes, { as: holder, query })
    expect(data.map(({ id }) => id)).toEqual([short.id, fitting.id])
  })

  test('exclude codes for an unverified address', async () => {
    const { landlord, device } = await laundry()
    const claiming = await makeUser(server)
    const code = await makeCode(server, landlord, { customer_email: claiming.email })
    expect(await chosenIds(claiming, device)).toEqual([])
    const { body } = await server.refused(payments.chosenCode, {
      as: claiming,
      ...payment(code, device),
    })
    expect(body.code).toBe('code_not_accepted')
    expect(await moneyOf(server, code.id)).toEqual(untouched)
  })

  test('are not listed for a device that the payer cannot see', async () => {
    const as = await makeUser(server)
    const sent = { as, query: { device_id: unknownId } }
    expect((await server.refused(payments.codes, sent)).body.code).toBe('device_not_found')
  })
})

describe('a wallet', () => {
  const walletOf = (as: TestUser, query: { code_id?: string } = {}) =>
    server.call(payments.wallet, { as, query })

  test('holds issued and saved codes, usable ones first, then by balance, and hides saved texts', async () => {
    const { landlord, device } = await laundry()
    const holder = await makeUser(server, { email_verified: true })
    const issue = (facts: object) =>
      makeCode(server, landlord, { customer_email: holder.email, ...facts })
    const [small, large] = [await issue({ balance: 1 }), await issue({ balance: 20 })]
    const disabled = await issue({ balance: 50, disabled: true })
    const saved = await makeCode(server, landlord, { balance: 12.5 })
    await payAndKeep(holder, device, saved)
    await makeCode(server, landlord)
    const { data, pagination, has_issued } = await walletOf(holder)
    expect(data.map(({ id }) => id)).toEqual([large.id, saved.id, small.id, disabled.id])
    expect([pagination.total, has_issued]).toEqual([4, false])
    expect(data[0]).toEqual({
      id: large.id,
      code: large.code,
      ending: large.code.slice(-4),
      remaining_balance: 20,
      disabled: false,
      expires_at: null,
      is_kept: false,
      may_top_up: false,
    })
    expect(data[1]).toMatchObject({ code: null, remaining_balance: 10, is_kept: true })
    expect(JSON.stringify(data)).not.toContain(saved.code)
    expect((await walletOf(holder, { code_id: small.id })).data).toEqual([data[2]])
    expect((await walletOf(landlord)).has_issued).toBe(true)
  })

  test('offers top-ups only of usable codes that are the holder’s', async () => {
    const landlord = await makeLandlord(server, { email_verified: true })
    const device = await makeDevice(server, landlord)
    const holder = await makeUser(server, { email_verified: true })
    const issue = (facts: object) =>
      makeCode(server, landlord, { customer_email: holder.email, ...facts })
    const held = await issue({ balance: 3 })
    await issue({ balance: 2, disabled: true })
    await payAndKeep(holder, device, await makeCode(server, landlord))
    await allowTopUps(server, landlord)
    const offered = (await walletOf(holder)).data.filter(({ may_top_up }) => may_top_up)
    expect(offered.map(({ id }) => id)).toEqual([held.id])
  })

  test('drops a saved code once its text changes, and keeps one that was disabled', async () => {
    const { landlord, device } = await laundry()
    const payer = await makeUser(server)
    const codes = [await makeCode(server, landlord), await makeCode(server, landlord)]
    for (const code of codes) await payAndKeep(payer, device, code)
    const [renamed, disabled] = codes.map(({ id }) => ({ id })) as [{ id: string }, { id: string }]
    const body = { code: `Z-${randomUUID()}` }
    await server.call(prepaidCodes.rename, { as: landlord, params: renamed, body })
    const off = { as: landlord, params: disabled, body: { disabled: true } }
    await server.call(prepaidCodes.setDisabled, off)
    expect((await walletOf(payer)).data).toMatchObject([{ id: disabled.id, disabled: true }])
  })
})

describe('a chosen code', () => {
  test('pays as a typed one does, even while wrong texts have to wait', async () => {
    const { landlord, device } = await laundry()
    const holder = await makeUser(server, { email_verified: true })
    const code = await makeCode(server, landlord, { customer_email: holder.email })
    for (let n = 0; n < 6; n++) {
      const body = { ...termsOf(device), prepaid_code: `no-such-code-${n}` }
      await server.refused(payments.prepaid, { as: holder, body })
    }
    const { remaining_balance, transaction } = await server.call(payments.chosenCode, {
      as: holder,
      ...payment(code, device),
    })
    expect([remaining_balance, transaction.payment_method]).toEqual([7.5, 'prepaid_code'])
    expect(await moneyOf(server, code.id)).toEqual({
      balance: '7.50',
      ledger: '7.50',
      paid: '2.50',
      count: 1,
    })
  })

  test('is refused like an unknown one if it belongs to another user, and pays nothing', async () => {
    const { landlord, device } = await laundry()
    const other = await makeUser(server, { email_verified: true })
    const code = await makeCode(server, landlord, { customer_email: other.email })
    const stranger = await makeUser(server, { email_verified: true })
    const answers = []
    for (const id of [code.id, unknownId]) {
      const sent = { as: stranger, ...payment({ id }, device) }
      const { status, body } = await server.refused(payments.chosenCode, sent)
      answers.push([status, body.code, body.error])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toContain('code_not_accepted')
    expect(await moneyOf(server, code.id)).toEqual(untouched)
  })
})

describe('a saved code', () => {
  test('is offered only to the user who typed it, until they remove it', async () => {
    const { landlord, device } = await laundry()
    const [payer, other] = [await makeUser(server), await makeUser(server)]
    const code = await makeCode(server, landlord)
    await payAndKeep(payer, device, code)
    const { data } = await choices(payer, device)
    expect(data).toMatchObject([{ id: code.id, remaining_balance: 7.5, is_kept: true }])
    expect(JSON.stringify(data)).not.toContain(code.code)
    expect(await chosenIds(other, device)).toEqual([])
    const sent = payment(code, device)
    await server.refused(payments.chosenCode, { as: other, ...sent })
    const { remaining_balance } = await server.call(payments.chosenCode, { as: payer, ...sent })
    expect(remaining_balance).toBe(5)
    await server.call(payments.forgetCode, { as: payer, params: { id: code.id } })
    expect(await chosenIds(payer, device)).toEqual([])
    await server.refused(payments.chosenCode, { as: payer, ...sent })
  })

  test('is saved only by a successful payment', async () => {
    const { landlord, device } = await laundry()
    const payer = await makeUser(server)
    const code = await makeCode(server, landlord, { balance: 1 })
    const body = { ...termsOf(device), prepaid_code: code.code, keep_code: true }
    await server.refused(payments.prepaid, { as: payer, body })
    expect(await chosenIds(payer, device)).toEqual([])
  })

  test.each([
    [
      'has another text',
      (params: { id: string }, as: TestUser) =>
        server.call(prepaidCodes.rename, { as, params, body: { code: `Z-${randomUUID()}` } }),
    ],
    [
      'is handed to another customer',
      (params: { id: string }, as: TestUser) => {
        const body = { customer_email: 'another.customer@example.com' }
        return server.call(prepaidCodes.changeCustomer, { as, params, body })
      },
    ],
  ])('is not offered and pays nothing once it %s', async (_, change) => {
    const { landlord, device } = await laundry()
    const payer = await makeUser(server)
    const code = await makeCode(server, landlord)
    await payAndKeep(payer, device, code)
    await change({ id: code.id }, landlord)
    expect(await chosenIds(payer, device)).toEqual([])
    const refused = await server.refused(payments.chosenCode, {
      as: payer,
      ...payment(code, device),
    })
    expect(refused.body.code).toBe('code_not_accepted')
    expect((await moneyOf(server, code.id))?.balance).toBe('7.50')
  })

  test('is not offered once it is disabled or deleted, and a payment says so', async () => {
    const { landlord, device } = await laundry()
    const payer = await makeUser(server)
    const code = await makeCode(server, landlord)
    await payAndKeep(payer, device, code)
    const params = { id: code.id }
    const refusal = async () => {
      const sent = { as: payer, ...payment(code, device) }
      return (await server.refused(payments.chosenCode, sent)).body.code
    }
    await server.call(prepaidCodes.setDisabled, { as: landlord, params, body: { disabled: true } })
    expect([await chosenIds(payer, device), await refusal()]).toEqual([[], 'code_disabled'])
    await server.call(prepaidCodes.delete, { as: landlord, params })
    expect([await chosenIds(payer, device), await refusal()]).toEqual([[], 'code_not_accepted'])
  })
})
