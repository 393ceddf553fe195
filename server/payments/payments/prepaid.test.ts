import { type Device, devices } from '@coinless/contract/devices.ts'
import { payments } from '@coinless/contract/payments.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  deviceBody,
  makeAcceptedDevice,
  makeAdmin,
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

function pay(payer: TestUser, device: Device, prepaid_code: string) {
  return server.call(payments.prepaid, {
    as: payer,
    body: { ...termsOf(device), prepaid_code },
  })
}

function refusedPayment(payer: TestUser, device: Device, prepaid_code: string) {
  return server.refused(payments.prepaid, {
    as: payer,
    body: { ...termsOf(device), prepaid_code },
  })
}

async function expectUntouched(codeId: string) {
  expect(await moneyOf(server, codeId)).toEqual(untouched)
}

describe('paying with a prepaid code', () => {
  // id: prepaid-1
  test('takes the price from the code and records the transaction', async () => {
    const landlord = await makeLandlord(server)
    const tenant = await makeUser(server)
    const device = await makeDevice(server, landlord)
    const code = await makeCode(server, landlord)
    const { remaining_balance, transaction } = await pay(tenant, device, code.code)
    expect(remaining_balance).toBe(7.5)
    expect(transaction).toMatchObject({
      device_id: device.id,
      device_number: 'W-1',
      customer_name: tenant.full_name,
      amount: 2.5,
      payment_method: 'prepaid_code',
      duration_minutes: 30,
    })
    expect(await moneyOf(server, code.id)).toEqual({
      balance: '7.50',
      ledger: '7.50',
      paid: '2.50',
      count: 1,
    })
    const { data } = await server.call(transactions.list, { as: tenant })
    expect(data).toEqual([{ ...transaction, device_label: device.label, is_expense: true }])
  })

  test('works for any user who has the code, in any spelling', async () => {
    const landlord = await makeLandlord(server)
    const device = await makeDevice(server, landlord)
    const code = await makeCode(server, landlord, { balance: 5 })
    await pay(await makeUser(server), device, ` ${code.code.toLowerCase().replaceAll('-', ' ')} `)
    const { remaining_balance } = await pay(await makeUser(server), device, code.code)
    expect(remaining_balance).toBe(0)
  })

  test('accepts a code as copied from a mail, a chat or a list', async () => {
    const landlord = await makeLandlord(server)
    const device = await makeDevice(server, landlord, { price: 0.1 })
    const { code } = await makeCode(server, landlord, { balance: 9 })
    const tenant = await makeUser(server)
    const written = [
      ...[`${code}. `, `${code},`, `(${code})`, `[${code}]`, `*${code}*`, `: ${code}`, `·${code}`],
      ...[code.replaceAll('-', '_'), code.replaceAll('-', '·'), `Code: ${code}`, `1. ${code}`],
      `https://coinless.example.com/payments#code=${code}`,
    ]
    for (const text of written) await pay(tenant, device, text)
    const { data } = await server.call(transactions.list, { as: tenant, query: { limit: 50 } })
    expect(data).toHaveLength(written.length)
  })

  test('spends a code to its last cent and not further', async () => {
    const landlord = await makeLandlord(server)
    const device = await makeDevice(server, landlord, { price: 0.1 })
    const code = await makeCode(server, landlord, { balance: 0.3 })
    const tenant = await makeUser(server)
    for (const rest of [0.2, 0.1, 0]) {
      expect((await pay(tenant, device, code.code)).remaining_balance).toBe(rest)
    }
    const { status, body } = await refusedPayment(tenant, device, code.code)
    expect(status).toBe(422)
    expect(body.error).toBe('This code has $0.00 left; this device costs $0.10.')
  })

  test('reports the balance and the price if too little is left', async () => {
    const landlord = await makeLandlord(server)
    const device = await makeDevice(server, landlord)
    const code = await makeCode(server, landlord, { balance: 1 })
    const { status, body } = await refusedPayment(await makeUser(server), device, code.code)
    expect(status).toBe(422)
    expect(body.code).toBe('code_balance_too_low')
    expect(body.error).toBe('This code has $1.00 left; this device costs $2.50.')
  })

  test('refuses a disabled code', async () => {
    const landlord = await makeLandlord(server)
    const device = await makeDevice(server, landlord)
    const code = await makeCode(server, landlord, { disabled: true })
    const { status, body } = await refusedPayment(await makeUser(server), device, code.code)
    expect([status, body.code]).toEqual([422, 'code_disabled'])
    await expectUntouched(code.id)
  })

  test('answers a deleted code like an unknown one', async () => {
    const landlord = await makeLandlord(server)
    const device = await makeDevice(server, landlord)
    const code = await makeCode(server, landlord)
    await server.call(prepaidCodes.delete, { as: landlord, params: { id: code.id } })
    for (const text of [code.code, 'no-such-code']) {
      const { status, body } = await refusedPayment(await makeUser(server), device, text)
      expect([status, body.code]).toEqual([422, 'code_not_accepted'])
    }
    await expectUntouched(code.id)
  })

  test('refuses a device that is not active', async () => {
    const landlord = await makeLandlord(server)
    const code = await makeCode(server, landlord)
    for (const status of ['inactive', 'disabled'] as const) {
      const device = await makeDevice(server, landlord, { status })
      const refusal = await refusedPayment(landlord, device, code.code)
      expect([refusal.status, refusal.body.code]).toEqual([422, 'device_not_active'])
    }
    await expectUntouched(code.id)
  })

  test('answers as for an unknown device if the payer cannot see it', async () => {
    const owner = await makeUser(server)
    const hidden = await makeDevice(server, owner)
    const code = await makeCode(server, owner)
    const stranger = await makeUser(server)
    for (const device of [hidden, { ...hidden, id: unknownId }]) {
      const { status, body } = await refusedPayment(stranger, device, code.code)
      expect([status, body.code]).toEqual([404, 'device_not_found'])
    }
    await expectUntouched(code.id)
  })

  test('refuses a changed price or duration, with the new one', async () => {
    const landlord = await makeLandlord(server)
    const shown = await makeDevice(server, landlord)
    const code = await makeCode(server, landlord)
    await server.call(devices.update, {
      as: landlord,
      params: { id: shown.id },
      body: { ...deviceBody, landlord_email: landlord.email, price: 3, duration_minutes: 40 },
    })
    for (const change of [{}, { amount: 3 }, { duration: 40 }, { amount: 0.01, duration: 40 }]) {
      const { status, body } = await server.refused(payments.prepaid, {
        as: await makeUser(server),
        body: { ...termsOf(shown), prepaid_code: code.code, ...change },
      })
      expect(status).toBe(409)
      expect(body.code).toBe('terms_changed')
      expect(body.error).toContain('$3.00 for 40 minutes')
    }
    await expectUntouched(code.id)
  })

  test('keeps the device’s number, price and duration of that time in the transaction', async () => {
    const landlord = await makeLandlord(server)
    const device = await makeDevice(server, landlord)
    const code = await makeCode(server, landlord)
    const { transaction } = await pay(landlord, device, code.code)
    await server.call(devices.update, {
      as: landlord,
      params: { id: device.id },
      body: { ...deviceBody, device_number: 'X', price: 9, duration_minutes: 5 },
    })
    await server.call(devices.delete, { as: landlord, params: { id: device.id } })
    await server.call(prepaidCodes.delete, { as: landlord, params: { id: code.id } })
    expect(
      await server.call(transactions.get, { as: landlord, params: { id: transaction.id } }),
    ).toMatchObject({ ...transaction, may_refund: true, may_see_device: false })
  })
})

describe('a code', () => {
  // id: prepaid-2
  test('does not pay at a device of another owner, so that nobody can mint money', async () => {
    const device = await makeDevice(server, await makeLandlord(server))
    const forger = await makeLandlord(server)
    const code = await makeCode(server, forger, { balance: 10 })
    const { status, body } = await refusedPayment(forger, device, code.code)
    expect([status, body.code]).toEqual([422, 'code_not_accepted'])
    await expectUntouched(code.id)
  })

  test('pays where its issuer is the landlord by a verified address, not by an unverified one', async () => {
    const owner = await makeLandlord(server)
    const landlord = await makeLandlord(server, { email_verified: true })
    const impostor = await makeLandlord(server)
    const tenant = await makeUser(server)
    const device = await makeAcceptedDevice(server, owner, landlord)
    await pay(tenant, device, (await makeCode(server, landlord)).code)
    const claimed = await makeDevice(server, owner, { landlord_email: impostor.email })
    const refusal = await refusedPayment(owner, claimed, (await makeCode(server, impostor)).code)
    expect(refusal.body.code).toBe('code_not_accepted')
  })

  test('pays everywhere if an admin issued it, or only at the devices of its landlord_email', async () => {
    const admin = await makeAdmin(server)
    const tenant = await makeUser(server)
    const email = 'here@example.com'
    const landlord = await makeLandlord(server, { email, email_verified: true })
    const owner = await makeLandlord(server)
    const here = await makeAcceptedDevice(server, owner, landlord)
    const claimed = await makeDevice(server, owner, { landlord_email: email })
    const there = await makeDevice(server, await makeLandlord(server))
    const open = await makeCode(server, admin)
    await pay(tenant, here, open.code)
    await pay(tenant, there, open.code)
    const bound = await makeCode(server, admin, { landlord_email: 'Here@example.com' })
    await pay(tenant, here, bound.code)
    for (const [payer, device] of [
      [tenant, there],
      [owner, claimed],
    ] as const) {
      const refusal = await refusedPayment(payer, device, bound.code)
      expect(refusal.body.code).toBe('code_not_accepted')
    }
  })
})

describe('two hundred concurrent payments with a code for forty', () => {
  test('succeed forty times, explain each refusal, and agree in every record to the cent', async () => {
    const landlord = await makeLandlord(server)
    const device = await makeDevice(server, landlord)
    const code = await makeCode(server, landlord, { balance: 100.2 })
    const payers = await Promise.all(Array.from({ length: 10 }, () => makeUser(server)))
    const attempts = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        server.app.inject({
          method: 'POST',
          url: '/api/payments/prepaid',
          headers: { authorization: `Bearer ${payers[index % payers.length]?.token}` },
          payload: { ...termsOf(device), prepaid_code: code.code },
        }),
      ),
    )
    const paid = attempts.filter(({ statusCode }) => statusCode === 201)
    const refused = attempts.filter(({ statusCode }) => statusCode === 422)
    expect([paid.length, refused.length]).toEqual([40, 160])
    for (const answer of refused) {
      expect(answer.json().error).toBe('This code has $0.20 left; this device costs $2.50.')
    }
    const balances = paid.map((answer) => answer.json().remaining_balance).sort((a, b) => b - a)
    expect(balances).toEqual(Array.from({ length: 40 }, (_, n) => (9770 - n * 250) / 100))
    expect(await moneyOf(server, code.id)).toEqual({
      balance: '0.20',
      ledger: '0.20',
      paid: '100.00',
      count: 40,
    })
  })
})
