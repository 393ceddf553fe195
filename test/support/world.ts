import { randomUUID } from 'node:crypto'
import type { Controller } from '@coinless/contract/controllers.ts'
import { deviceLinks } from '@coinless/contract/device-links.ts'
import { type Device, devices } from '@coinless/contract/devices.ts'
import { displays } from '@coinless/contract/displays.ts'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { payments } from '@coinless/contract/payments.ts'
import { prepaidCodeBatches } from '@coinless/contract/prepaid-code-batches.ts'
import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import { reports } from '@coinless/contract/reports.ts'
import { type Resource, resources } from '@coinless/contract/resources.ts'
import { topUps } from '@coinless/contract/top-ups.ts'
import type { Transaction } from '@coinless/contract/transactions.ts'
import { webhooks } from '@coinless/contract/webhooks.ts'
import type { TestApp } from './app.ts'
import { makeBulkChanges } from './bulk-world.ts'
import { displayBody } from './displays.ts'
import { makeEndedSessions } from './ended-sessions.ts'
import { type KeyKind, makeKeys } from './keys.ts'
import {
  allowTopUps,
  deviceBody,
  makeAcceptedDevice,
  makeAdmin,
  makeCode,
  makeController,
  makeDevice,
  makeGuest,
  makeLandlord,
  makeUser,
  type TestUser,
  termsOf,
} from './make.ts'
import { smallPhoto } from './photos.ts'
import { makeStaffOfWorld, type StaffKind, type TestStaff } from './staff.ts'

/** Every kind of caller. */
export const callers = [
  'nobody',
  'guest',
  'payer',
  'holder',
  'stranger',
  'owner',
  'landlord',
  'unverified landlord',
  'admin',
  'unverified admin',
  'former admin',
  'signed out',
  'run out',
  'deleted',
] as const
export type CallerKind = (typeof callers)[number]

export const withoutSession: CallerKind[] = ['nobody', 'signed out', 'run out', 'deleted']

/** One of each thing, and each kind of person with a relation to it. */
export interface World {
  as: Record<CallerKind, { token: string } | undefined>
  keys: Record<KeyKind, { token: string }>
  /** Another key of the owner. */
  keyId: string
  staff: Record<StaffKind, TestStaff>
  /** Membership of the holder, who works for the owner. */
  membershipId: string
  /** From the landlord to the holder. */
  invitation: { id: string; secret: string }
  device: Device
  /** Not active. */
  hiddenDevice: Device
  /** Active, and not yet answered by its landlord. */
  waitingDevice: Device
  deletedDevice: Device
  /** Linked to channel 1 of the controller. */
  linkedDevice: Device
  code: PrepaidCode
  /** The owner's, with one code. */
  batchId: string
  /** The landlord's, with one code of the holder, which was not mailed. */
  landlordsBatchId: string
  transaction: Transaction
  /** The payer's. */
  cardPaymentId: string
  /** By the holder, onto the code. */
  topUpId: string
  /** An inactive device with a payment, and a code, in the names of unverified addresses. */
  claimed: { device: Device; transaction: Transaction; code: PrepaidCode }
  resource: Resource
  /** By the payer, about the device. */
  report: { id: string; case_id: string }
  /** The owner's: a planned one, and one that can be undone. */
  bulkChanges: { planned: string; applied: string }
  /** The owner's. */
  controller: Controller
  /** The owner's, with a waiting delivery. */
  webhookId: string
  deliveryId: string
  testId: string
  userId: string
  /** The landlord's, in the room of the device. */
  displayId: string
  /** Both are the payer's. */
  sessionId: string
  passkeyId: string
  /** A code of the payer. */
  leftBehindId: string
}

export async function makeWorld(test: TestApp): Promise<World> {
  const [payer, holder, stranger, owner, landlord, unverified, admin, sleeping, former] =
    await Promise.all([
      makeUser(test),
      makeUser(test, { email_verified: true }),
      makeUser(test, { roles: ['x'] }),
      makeLandlord(test),
      makeLandlord(test, { email_verified: true }),
      makeLandlord(test),
      makeAdmin(test),
      makeUser(test, { roles: ['admin'] }),
      makeUser(test, { roles: [' admin ', 'Admin', 'moderator'] }),
    ])
  const device = await makeAcceptedDevice(test, owner, landlord)
  const hiddenDevice = await makeAcceptedDevice(test, owner, landlord, { status: 'inactive' })
  const waitingDevice = await makeDevice(test, owner, { landlord_email: landlord.email })
  const deletedDevice = await makeAcceptedDevice(test, owner, landlord)
  await test.call(devices.delete, { as: owner, params: { id: deletedDevice.id } })
  const code = await makeCode(test, owner, { customer_email: holder.email })
  const { transaction } = await test.call(payments.prepaid, {
    as: payer,
    body: { ...termsOf(device), prepaid_code: code.code, keep_code: true },
  })
  const card = await test.call(payments.card, {
    as: payer,
    body: {
      ...termsOf(device),
      customer_name: 'Ana',
      customer_email: 'ana@example.com',
      payment_method_id: sandboxPaymentMethods.approved,
    },
  })
  await allowTopUps(test, owner, 9000)
  const topUp = await test.call(topUps.create, {
    as: holder,
    params: { id: code.id },
    body: { amount: 5, payment_method_id: sandboxPaymentMethods.approved },
  })
  const claimed = await makeClaimed(test, { owner, payer, unverified, stranger })
  const resource = await test.call(resources.create, { as: owner, body: '{"name": "Ana"}' })
  const report = await makeReport(test, payer, device)
  const as = {
    nobody: undefined,
    guest: await makeGuest(test),
    payer,
    holder,
    stranger,
    owner,
    landlord,
    'unverified landlord': unverified,
    admin,
    'unverified admin': sleeping,
    'former admin': former,
    ...(await makeEndedSessions(test)),
  }
  return {
    as,
    device,
    hiddenDevice,
    waitingDevice,
    deletedDevice,
    code,
    ...(await makeBatches(test, owner, landlord, holder)),
    transaction,
    cardPaymentId: card.payment.id,
    topUpId: topUp.id,
    claimed,
    resource,
    report,
    bulkChanges: await makeBulkChanges(test, owner, hiddenDevice),
    ...(await makeConnected(test, owner, landlord)),
    ...(await makeStaffOfWorld(test, { owner, landlord, holder })),
    ...{ userId: stranger.id, sessionId: payer.sessionId },
    displayId: await makeDisplay(test, landlord, device),
    passkeyId: await makePasskey(test, payer),
    leftBehindId: await makeLeftBehind(test, payer),
  }
}

/** Controllers, webhooks and links of the owner. */
async function makeConnected(test: TestApp, owner: TestUser, landlord: TestUser) {
  return {
    ...(await makeLink(test, owner, landlord)),
    ...(await makeWebhook(test, owner)),
    ...(await makeKeys(test, owner)),
  }
}

async function makeWebhook(test: TestApp, as: TestUser) {
  const body = { url: 'https://example.com/hook', events: ['payment.created' as const] }
  const { id } = await test.call(webhooks.create, { as, body })
  const delivery = await test.call(webhooks.test, { as, params: { id } })
  return { webhookId: id, deliveryId: delivery.id }
}

/** One batch each, with one code of the holder. */
async function makeBatches(test: TestApp, owner: TestUser, landlord: TestUser, holder: TestUser) {
  const body = { customers: [{ customer_email: holder.email }], balance: 10 }
  const issue = async (as: TestUser) =>
    (await test.call(prepaidCodeBatches.create, { as, body })).id
  return { batchId: await issue(owner), landlordsBatchId: await issue(landlord) }
}

async function makeReport(test: TestApp, as: TestUser, { id: device_id }: Device) {
  const { id } = await test.call(reports.create, {
    as,
    body: { device_id, kind: 'damaged', photo: smallPhoto },
  })
  return test.database
    .selectFrom('reports')
    .select(['id', 'case_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** A device on a relay, and an unanswered test start. */
async function makeLink(test: TestApp, owner: TestUser, landlord: TestUser) {
  const linkedDevice = await makeAcceptedDevice(test, owner, landlord)
  const controller = await makeController(test, owner)
  const sent = { as: owner, params: { id: linkedDevice.id } }
  const body = { controller_id: controller.id, channel: 1, switching: 'relay' as const }
  await test.call(deviceLinks.create, { ...sent, body })
  const { id } = await test.call(deviceLinks.test, sent)
  return { linkedDevice, controller, testId: id }
}

async function makeDisplay(test: TestApp, as: TestUser, { sticker_number: number }: Device) {
  return (await test.call(displays.create, { as, params: { number }, body: displayBody })).id
}

export async function makePasskey(test: TestApp, { id: user_id }: { id: string }): Promise<string> {
  const { id } = await test.database
    .insertInto('passkeys')
    .values({
      user_id,
      name: 'Phone',
      credential_id: randomUUID(),
      public_key: Buffer.of(),
      counter: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function makeLeftBehind(test: TestApp, payer: TestUser): Promise<string> {
  const { id, created_at } = await makeCode(test, payer, { disabled: true })
  await test.database
    .insertInto('left_behind')
    .values({
      id,
      user_id: payer.id,
      device_id: null,
      prepaid_code_id: id,
      was_enabled: true,
      created_at: new Date(created_at),
    })
    .execute()
  return id
}

interface Claiming {
  owner: TestUser
  payer: TestUser
  unverified: TestUser
  stranger: TestUser
}

async function makeClaimed(test: TestApp, { owner, payer, unverified, stranger }: Claiming) {
  const active = await makeDevice(test, owner)
  const code = await makeCode(test, owner, { customer_email: stranger.email })
  const { transaction } = await test.call(payments.prepaid, {
    as: payer,
    body: { ...termsOf(active), prepaid_code: code.code },
  })
  const device = await test.call(devices.update, {
    as: owner,
    params: { id: active.id },
    body: {
      ...deviceBody,
      device_number: active.device_number,
      landlord_email: unverified.email,
      status: 'inactive',
    },
  })
  return { device, transaction, code }
}
