import type { Device } from '@coinless/contract/devices.ts'
import { payments, sandboxPaymentMethod } from '@coinless/contract/payments.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { describe, expect, test } from 'vitest'
import { testApp } from '../test/app.ts'
import { makeDevice, makeLandlord, makeUser, termsOf } from '../test/make.ts'

const server = testApp()

describe('paying by card', () => {
  function cardBody(device: Device) {
    return {
      ...termsOf(device),
      customer_name: 'Carla Card',
      customer_email: 'carla@example.com',
      payment_method_id: sandboxPaymentMethod,
    }
  }

  test('records a transaction in the name on the form', async () => {
    const device = await makeDevice(server, await makeLandlord(server))
    const tenant = await makeUser(server)
    const { transaction } = await server.call(payments.card, {
      as: tenant,
      body: cardBody(device),
    })
    expect(transaction).toMatchObject({
      amount: 2.5,
      customer_name: 'Carla Card',
      payment_method: 'credit_card',
    })
    expect((await server.call(transactions.list, { as: tenant })).data).toEqual([transaction])
  })

  test('a declined card records nothing', async () => {
    const device = await makeDevice(server, await makeLandlord(server))
    const tenant = await makeUser(server)
    const { status, body } = await server.refused(payments.card, {
      as: tenant,
      body: { ...cardBody(device), payment_method_id: 'pm_card_other' },
    })
    expect([status, body.code]).toEqual([422, 'card_declined'])
    expect((await server.call(transactions.list, { as: tenant })).data).toEqual([])
  })

  test('an inactive device, changed terms and a hidden device are refused', async () => {
    const owner = await makeUser(server)
    const device = await makeDevice(server, owner, { status: 'inactive' })
    const refusals = await Promise.all([
      server.refused(payments.card, { as: owner, body: cardBody(device) }),
      server.refused(payments.card, { as: await makeUser(server), body: cardBody(device) }),
    ])
    expect(refusals.map(({ body }) => body.code)).toEqual(['device_not_active', 'device_not_found'])
    const active = await makeDevice(server, owner)
    const changed = await server.refused(payments.card, {
      as: owner,
      body: { ...cardBody(active), amount: 2.49 },
    })
    expect([changed.status, changed.body.code]).toEqual([409, 'terms_changed'])
    expect((await server.call(transactions.list, { as: owner })).data).toEqual([])
  })
})
