import { dashboard } from '@coinless/contract/dashboard.ts'
import type { Device } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { payments } from '@coinless/contract/payments.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makePastPayment } from '../../../test/support/history.ts'
import {
  makeCode,
  makeDevice,
  makeGuest,
  makeLandlord,
  makeUser,
  type TestUser,
  termsOf,
} from '../../../test/support/make.ts'
import { enqueueDeviceAlerts } from './enqueue.ts'
import { notifyAlerts } from './notify.ts'

const server = testApp()
const often = limits.cutShortCycles

/** A cycle cut short some days ago, refunded in full or by a person. */
async function cut(
  payer: TestUser,
  device: Device,
  { daysAgo = 0, manual_refund_amount = 0 } = {},
) {
  const at = new Date(Date.now() - daysAgo * 24 * 60 * 60_000 - 60_000)
  const { id } = await makePastPayment(server, payer, device, { at })
  await server.database
    .insertInto('cycles')
    .values({
      id,
      transaction_id: id,
      device_id: device.id,
      state: 'interrupted',
      reason: 'power_cut',
      is_measured: true,
      money: 'taken',
      given_back: 2.5,
      manual_refund_amount,
      created_at: at,
      ended_at: at,
    })
    .execute()
  return id
}

async function cutOften(payer: TestUser, device: Device) {
  for (let count = 1; count < often; count++) await cut(payer, device)
  return cut(payer, device)
}

async function shownTo(owner: TestUser) {
  await enqueueDeviceAlerts(server.database)
  const { cut_short, cut_short_count } = await server.call(dashboard.attention, { as: owner })
  expect(cut_short_count).toBe(cut_short.length)
  return cut_short
}

async function mailsTo({ email }: TestUser) {
  await server.database
    .updateTable('cut_short_alerts')
    .set({ notification_pending_since: new Date(0) })
    .where('notification_pending_since', 'is not', null)
    .execute()
  await Promise.all([1, 2].map(() => notifyAlerts(server.parts)))
  return (await server.mails()).filter(({ to }) => to === email)
}

test('alerts an owner once to a payer with repeatedly cut cycles, and shows the total refund', async () => {
  const owner = await makeLandlord(server, { email_verified: true })
  const devices = [await makeDevice(server, owner), await makeDevice(server, owner)] as const
  const payer = await makeUser(server)
  await cut(payer, devices[0], { daysAgo: limits.cutShortDays - 0.5 })
  for (let count = 2; count < often; count++) await cut(payer, devices[1], { daysAgo: 1 })
  expect(await shownTo(owner)).toEqual([])
  const last = await cut(payer, devices[0])
  const shown = {
    transaction_id: last,
    customer_name: payer.full_name,
    cycles: often,
    given_back: 2.5 * often,
    since: expect.any(String),
  }
  await Promise.all([1, 2, 3].map(() => enqueueDeviceAlerts(server.database)))
  expect(await shownTo(owner)).toEqual([shown])
  expect(await mailsTo(owner)).toMatchObject([
    {
      subject: 'Cycles of one customer are repeatedly cut short',
      text: expect.stringContaining('3 cycles, $7.50 refunded'),
    },
  ])
  // Otherwise a person who unplugs boxes could choose the text of our mail.
  expect(JSON.stringify(await mailsTo(owner))).not.toContain(payer.full_name)
  const one = await cut(payer, devices[1])
  const more = { cycles: often + 1, given_back: 2.5 * (often + 1), transaction_id: one }
  expect(await shownTo(owner)).toEqual([{ ...shown, ...more }])
  expect(await mailsTo(owner)).toHaveLength(1)
  const old = new Date(Date.now() - (limits.cutShortDays + 1) * 24 * 60 * 60_000)
  await server.asOwner(
    `update cycles set ended_at = '${old.toISOString()}' where id in ('${last}', '${one}')`,
  )
  expect(await shownTo(owner)).toEqual([])
})

test('ignores refunds by a person, the owner’s own runs, old cycles and other owners’ payers', async () => {
  const owner = await makeLandlord(server, { email_verified: true })
  const other = await makeLandlord(server, { email_verified: true })
  const payer = await makeUser(server)
  const [own, others] = [await makeDevice(server, owner), await makeDevice(server, other)]
  await cutOften(owner, own)
  await cut(payer, own)
  await cut(payer, own, { manual_refund_amount: 2.5 })
  await cut(payer, own, { daysAgo: limits.cutShortDays + 0.5 })
  for (let count = 1; count < often; count++) await cut(payer, others)
  expect([await shownTo(owner), await shownTo(other)]).toEqual([[], []])
  expect(await mailsTo(owner)).toEqual([])
})

test('counts guests with repeatedly cut cycles as one payer by their code', async () => {
  const owner = await makeLandlord(server, { email_verified: true })
  const device = await makeDevice(server, owner)
  const [code, other] = [await makeCode(server, owner), await makeCode(server, owner)]
  for (let count = 1; count <= often; count++) {
    for (const { code: prepaid_code } of count === 1 ? [code, other] : [code]) {
      const body = { ...termsOf(device), prepaid_code }
      const as = await makeGuest(server)
      const { transaction } = await server.call(payments.prepaid, { as, body })
      await server.asOwner(`update cycles set state = 'interrupted', reason = 'power_cut',
        given_back = 2.5, ended_at = now() where id = '${transaction.id}'`)
    }
  }
  expect(await shownTo(owner)).toMatchObject([{ cycles: often, customer_name: null }])
})
