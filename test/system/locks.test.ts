import { devices } from '@coinless/contract/devices.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { payments } from '@coinless/contract/payments.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import { adminUsers, me } from '@coinless/contract/users.ts'
import { expect, test } from 'vitest'
import { findInconsistencies } from '../../server/ledger/entries/check.ts'
import { mailCode } from '../../server/sessions/account/email-codes.ts'
import { statusOf, testApp } from '../support/app.ts'
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
} from '../support/make.ts'
import { deadlocks } from '../support/waiting.ts'

const server = testApp()
const rounds = 6

type Sent = Parameters<typeof statusOf>[3]
const send = (as: TestUser, endpoint: Endpoint, sent: Sent) =>
  statusOf(server.app, endpoint, as, sent)

/** Runs all calls concurrently, in rounds, and returns their statuses. */
async function together(calls: (round: number) => Promise<number>[]): Promise<number[]> {
  const all = []
  for (let round = 0; round < rounds; round++) all.push(...(await Promise.all(calls(round))))
  return all
}

test('completes concurrent payments, landlord changes, refunds and top-ups', async () => {
  const owner = await makeLandlord(server)
  const landlord = await makeLandlord(server, { email_verified: true })
  const device = await makeAcceptedDevice(server, owner, landlord)
  const code = await makeCode(server, owner, { balance: 1000 })
  const body = { ...termsOf(device), prepaid_code: code.code }
  const { transaction } = await server.call(payments.prepaid, { as: owner, body })
  const params = { id: device.id }
  const statuses = await together((round) => [
    ...[1, 2, 3, 4].map(() => send(owner, payments.prepaid, { body })),
    ...[owner.email, landlord.email].map((landlord_email) =>
      send(owner, devices.update, { params, body: { ...deviceBody, landlord_email } }),
    ),
    send(landlord, devices.accept, { params }),
    ...[1, 2].map(() =>
      send(owner, refunds.create, {
        params: { id: transaction.id },
        body: { amount: 0.01 * (1 + (round % 2)), reason: 'Stuck' },
      }),
    ),
    send(owner, prepaidCodes.topUp, { params: { id: code.id }, body: { amount: 1 } }),
  ])
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(4 * rounds)
  expect(await deadlocks(server)).toBe(0)
  expect(await findInconsistencies(server.database)).toEqual([])
})

test('completes concurrent changes of roles, devices and payments of the same users', async () => {
  const [admin, other] = [await makeAdmin(server), await makeAdmin(server)]
  const people = [admin, other]
  const owned = await Promise.all(people.map((person) => makeDevice(server, person)))
  const code = await makeCode(server, admin, { balance: 1000 })
  const statuses = await together((round) => [
    ...people.flatMap(({ id, email }, n) => [
      send(admin, adminUsers.assignRole, { params: { id }, body: { role: `role ${round % 3}` } }),
      send(other, adminUsers.removeRole, { params: { id, role: `role ${round % 3}` } }),
      send(other, devices.update, {
        params: { id: owned[n]?.id },
        body: { ...deviceBody, landlord_email: email, label: `Round ${round}` },
      }),
      send(admin, payments.prepaid, {
        body: {
          device_id: owned[n]?.id,
          amount: deviceBody.price,
          duration: deviceBody.duration_minutes,
          prepaid_code: code.code,
        },
      }),
    ]),
  ])
  expect(statuses.filter((status) => status >= 400)).toEqual([])
  expect(await deadlocks(server)).toBe(0)
})

test('lets a user verify an address while others write devices with it', async () => {
  const stranger = await makeLandlord(server)
  for (let round = 0; round < 4; round++) {
    const victim = await makeUser(server)
    const facts = { landlord_email: victim.email }
    const written = await Promise.all([1, 2, 3].map(() => makeDevice(server, stranger, facts)))
    await mailCode(server.parts, victim, 'verification', 'en', [])
    const mail = (await server.mails()).findLast(({ to }) => to === victim.email)
    const code = /^\w{4}-\w{4}$/m.exec(mail?.text ?? '')?.[0]
    const [verified, ...changes] = await Promise.all([
      send(victim, me.verify, { body: { code } }),
      ...[...written, ...written].map(({ id, device_number }) =>
        send(stranger, devices.update, {
          params: { id },
          body: { ...deviceBody, device_number, ...facts },
        }),
      ),
    ])
    expect([verified, new Set(changes)]).toEqual([200, new Set([200])])
  }
  expect(await deadlocks(server)).toBe(0)
})
