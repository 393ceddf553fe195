import { dashboard } from '@coinless/contract/dashboard.ts'
import { type Device, type DeviceBody, devices } from '@coinless/contract/devices.ts'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { payments } from '@coinless/contract/payments.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { beforeEach, describe, expect, test } from 'vitest'
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
} from '../../../test/support/make.ts'
import { findInconsistencies } from '../../ledger/entries/check.ts'
import {
  sandboxDelayMs,
  sandboxProcessor,
} from '../../platform/card-processors/sandbox-processor.ts'

let laterMs = 0
const server = testApp({}, () => sandboxProcessor(() => Date.now() + laterMs))
let owner: TestUser
let landlord: TestUser
let tenant: TestUser
beforeEach(async () => {
  owner = await makeLandlord(server, { full_name: 'Olga Owner' })
  landlord = await makeLandlord(server, { email_verified: true })
  tenant = await makeUser(server)
})

const named = () => makeDevice(server, owner, { landlord_email: landlord.email })

async function sees(person: TestUser, { id }: Pick<Device, 'id'>): Promise<boolean> {
  const { data } = await server.call(devices.list, { as: person, query: { limit: 100 } })
  return data.some((device) => device.id === id)
}

async function waitingFor(person: TestUser): Promise<string[]> {
  const { data } = await server.call(devices.listToAccept, { as: person })
  return data.map(({ id }) => id)
}

const answer = (call: typeof devices.accept | typeof devices.refuse, { id }: { id: string }) =>
  server.call(call, { as: landlord, params: { id } })

const change = (as: TestUser, { id }: { id: string }, body: Partial<DeviceBody>) =>
  server.call(devices.update, { as, params: { id }, body: { ...deviceBody, ...body } })

async function payByCard(as: TestUser, device: Device) {
  const { payment } = await server.call(payments.card, {
    as,
    body: {
      ...termsOf(device),
      customer_name: 'Ana',
      customer_email: 'ana@example.com',
      payment_method_id: sandboxPaymentMethods.approved,
    },
  })
  return { params: { id: payment.id } }
}

describe('a device that names another user as its landlord', () => {
  // id: acceptance-2
  test('is visible only to its owner, that landlord and admins, and rejects payments of others', async () => {
    const device = await named()
    expect(device).toMatchObject({ landlord_accepted: false, run_by: 'Olga Owner' })
    for (const person of [owner, landlord, await makeAdmin(server)]) {
      expect(await sees(person, device)).toBe(true)
    }
    for (const person of [tenant, await makeLandlord(server)]) {
      expect(await sees(person, device)).toBe(false)
      const { body } = await server.refused(payments.prepaid, {
        as: person,
        body: { ...termsOf(device), prepaid_code: (await makeCode(server, owner)).code },
      })
      expect(body.code).toBe('device_not_found')
    }
  })

  test('accepts no code of that landlord and pays nothing to them', async () => {
    const device = await named()
    const { body } = await server.refused(payments.prepaid, {
      as: owner,
      body: { ...termsOf(device), prepaid_code: (await makeCode(server, landlord)).code },
    })
    expect(body.code).toBe('code_not_accepted')
    const paid = await payByCard(owner, device)
    expect(await server.call(transactions.receipt, { as: owner, ...paid })).toMatchObject({
      paid_to: owner.email,
    })
    await answer(devices.accept, device)
    const { status } = await server.refused(transactions.get, { as: landlord, ...paid })
    expect(status).toBe(404)
  })

  test('is listed for acceptance only for a verified landlord, who cannot change it yet', async () => {
    const device = await named()
    await makeDevice(server, landlord)
    expect(await waitingFor(landlord)).toEqual([device.id])
    expect(await waitingFor(owner)).toEqual([])
    const unverified = await makeLandlord(server)
    await makeDevice(server, owner, { landlord_email: unverified.email })
    expect(await waitingFor(unverified)).toEqual([])
    const sent = { as: landlord, params: { id: device.id } }
    const { body } = await server.refused(devices.delete, sent)
    expect(body.code).toBe('not_yours')
  })

  test('is visible to everyone and operated by the landlord once accepted, and stays accepted', async () => {
    const device = await named()
    expect(await answer(devices.accept, device)).toMatchObject({
      landlord_accepted: true,
      run_by: landlord.full_name,
    })
    expect(await waitingFor(landlord)).toEqual([])
    expect(await sees(tenant, device)).toBe(true)
    const body = { landlord_email: landlord.email, price: 4 }
    for (const person of [owner, landlord]) {
      expect(await change(person, device, body)).toMatchObject({ landlord_accepted: true })
    }
    expect(await answer(devices.accept, device)).toMatchObject({ landlord_accepted: true })
  })

  test('returns to its owner when the landlord refuses', async () => {
    const device = await named()
    await answer(devices.refuse, device)
    expect(await server.call(devices.get, { as: owner, params: { id: device.id } })).toMatchObject({
      landlord_email: owner.email,
      run_by: 'Olga Owner',
    })
    expect([await waitingFor(landlord), await sees(tenant, device)]).toEqual([[], true])
    const foreign = await makeDevice(server, tenant, { landlord_email: landlord.email })
    await answer(devices.refuse, foreign)
    expect(await sees(owner, foreign)).toBe(false)
  })

  test('needs acceptance again when its owner names another user, but not when they name themselves', async () => {
    const device = await makeAcceptedDevice(server, owner, landlord)
    const next = await makeLandlord(server, { email_verified: true })
    const body = { landlord_email: next.email }
    expect(await change(owner, device, body)).toMatchObject({ landlord_accepted: false })
    expect([await sees(tenant, device), await sees(landlord, device)]).toEqual([false, false])
    await change(owner, device, { landlord_email: landlord.email })
    expect(await waitingFor(landlord)).toEqual([device.id])
    const admin = await makeAdmin(server)
    expect(await change(admin, device, { landlord_email: admin.email })).toMatchObject({
      landlord_accepted: true,
    })
  })

  test('can be accepted or refused only by that landlord', async () => {
    const device = await named()
    for (const call of [devices.accept, devices.refuse]) {
      for (const as of [owner, await makeAdmin(server), tenant]) {
        const { body } = await server.refused(call, { as, params: { id: device.id } })
        expect(body.code).toBe(as === tenant ? 'device_not_found' : 'not_yours')
      }
    }
  })

  test('mails a verified landlord at most once a day, without the text of the owner', async () => {
    const label = 'Win a prize at evil.example'
    for (const person of [owner, tenant]) {
      await makeDevice(server, person, { landlord_email: landlord.email, label })
    }
    const unverified = await makeLandlord(server)
    for (const landlord_email of [unverified.email, 'nobody@example.com']) {
      await makeDevice(server, owner, { landlord_email })
    }
    const to = [landlord.email, unverified.email, 'nobody@example.com']
    const mails = (await server.mails()).filter((mail) => to.includes(mail.to))
    expect(mails.map((mail) => mail.to)).toEqual([landlord.email])
    expect(mails[0]?.text).not.toContain('evil')
  })
})

describe('the payee of a payment', () => {
  // id: acceptance-1
  test('stays the same when the device gets a new landlord, label and location', async () => {
    const device = await makeAcceptedDevice(server, owner, landlord)
    const code = await makeCode(server, landlord)
    const { transaction } = await server.call(payments.prepaid, {
      as: tenant,
      body: { ...termsOf(device), prepaid_code: code.code },
    })
    const params = { id: transaction.id }
    const receipt = await server.call(transactions.receipt, { as: tenant, params })
    expect(receipt).toMatchObject({ paid_to: landlord.email, device_label: device.label })

    const next = await makeLandlord(server, { email_verified: true })
    const moved = { landlord_email: next.email, label: 'Mine', location: 'Elsewhere' }
    await change(owner, device, moved)
    await server.call(devices.accept, { as: next, params: { id: device.id } })
    expect(await server.call(transactions.receipt, { as: tenant, params })).toEqual(receipt)
    expect(await server.call(transactions.get, { as: landlord, params })).toMatchObject({
      may_refund: true,
    })
    const { status } = await server.refused(transactions.get, { as: next, params })
    expect(status).toBe(404)
    const query = { time_zone: 'UTC' }
    const { days } = await server.call(dashboard.revenue, { as: next, query })
    expect(days.every(({ revenue }) => revenue === 0)).toBe(true)
    const body = { amount: 1, reason: 'Stuck' }
    await server.call(refunds.create, { as: landlord, params, body })
    expect(await findInconsistencies(server.database)).toEqual([])
  })

  test('stays the same for a card payment that completes after the device changes', async () => {
    const device = await makeAcceptedDevice(server, owner, landlord)
    const { payment } = await server.call(payments.card, {
      as: tenant,
      body: {
        ...termsOf(device),
        customer_name: 'Ana',
        customer_email: 'ana@example.com',
        payment_method_id: sandboxPaymentMethods.delayed,
      },
    })
    await change(owner, device, { landlord_email: owner.email, label: 'Mine' })
    laterMs += sandboxDelayMs
    await expect
      .poll(async () => {
        const sent = { as: tenant, params: { id: payment.id } }
        return (await server.call(payments.cardStatus, sent)).payment.status
      })
      .toBe('completed')
    const sent = { as: tenant, params: { id: payment.id } }
    expect(await server.call(transactions.receipt, sent)).toMatchObject({
      paid_to: landlord.email,
      device_label: device.label,
    })
  })
})
