import { devices } from '@coinless/contract/devices.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { expect, test } from 'vitest'
import { bodyOf, statusOf, testApp } from '../../../test/support/app.ts'
import { deviceBody, type TestUser } from '../../../test/support/make.ts'
import { everyRow, servedBy } from '../../../test/support/valid-calls.ts'
import {
  type CallerKind,
  callers,
  makeWorld,
  type World,
  withoutSession,
} from '../../../test/support/world.ts'

/**
 * Who sees a payment and what its receipt says never change. Its links show the present: the device if the
 * caller can see it, the open cycle and the code's balance.
 */
const server = testApp()

/** Not tried: refunds, which change receipts on purpose, and calls that end sessions or revoke rights. */
const notTried: Endpoint[] = [refunds.create]
const changesOfPeople = /^.(auth|guests|password-resets|passkey-sign-ins|users-me|admin-users)/

const people = callers.filter((each) => !withoutSession.includes(each))

/** All payments as each caller sees them: single, as a receipt, in the list and in the export. */
async function shown(world: World) {
  const all = await Promise.all(people.map((caller) => shownTo(world, caller)))
  return Object.fromEntries(people.map((caller, index) => [caller, all[index]]))
}

async function shownTo(world: World, caller: CallerKind) {
  const ids = [world.transaction.id, world.cardPaymentId, world.claimed.transaction.id]
  const read = (endpoint: Endpoint, sent: object) =>
    bodyOf(server.app, endpoint, world.as[caller], sent)
  const one = ids.flatMap((id) =>
    [transactions.get, transactions.receipt].map((endpoint) => read(endpoint, { params: { id } })),
  )
  const many = [
    read(transactions.list, { query: { limit: 100 } }),
    read(transactions.export, { query: { year: new Date().getUTCFullYear() } }),
  ]
  return [
    ...(await Promise.all(one)).map(withoutNow),
    ...(await Promise.all(many)).map((text) => ids.filter((id) => text.includes(id))),
  ]
}

function withoutNow(text: string): string {
  const facts =
    /"((requestId|time_zone)":"[^"]*"|(may_see_device|is_cycle_open|code_balance|time_zone)":(true|false|null|[\d.]+))/g
  return text.replace(facts, '')
}

/** Every change by which a landlord could claim earlier payments, or give them to another user. */
const changes = [
  { landlord_email: 'owner' },
  { landlord_email: 'landlord' },
  { landlord_email: 'stranger' },
  { label: 'Renamed', device_number: 'X-9', location: 'Elsewhere', price: 9, duration_minutes: 9 },
  { status: 'inactive' },
]

test('never changes who sees a payment or its receipt, whatever happens to device and code', async () => {
  const world = await makeWorld(server)
  const before = await shown(world)
  const landlord = world.as.landlord as TestUser
  const everybody: CallerKind[] = ['owner', 'landlord', 'admin', 'stranger']
  for (const { landlord_email, ...facts } of changes) {
    const named = (world.as[(landlord_email ?? 'owner') as CallerKind] as TestUser).email
    const body = { ...deviceBody, ...facts, landlord_email: named }
    for (const { id } of [world.device, world.claimed.device]) {
      for (const caller of everybody) {
        await statusOf(server.app, devices.update, world.as[caller], { params: { id }, body })
      }
      await statusOf(server.app, devices.accept, landlord, { params: { id } })
    }
    expect(await shown(world), JSON.stringify({ landlord_email, facts })).toEqual(before)
  }
  for (const row of everyRow) {
    const { method, path } = row.endpoint
    if (method === 'GET' || notTried.includes(row.endpoint) || changesOfPeople.test(path)) continue
    for (const caller of servedBy(row)) {
      await statusOf(server.app, row.endpoint, world.as[caller], row.send?.(world))
    }
  }
  expect(await shown(world), 'all calls that write').toEqual(before)
})
