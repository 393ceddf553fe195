import { randomUUID } from 'node:crypto'
import { cycles } from '@coinless/contract/cycles.ts'
import { devices } from '@coinless/contract/devices.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { prepaidCodeBatches } from '@coinless/contract/prepaid-code-batches.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import type { ErrorAnswer } from '@coinless/contract/refusals.ts'
import { type Right, rights } from '@coinless/contract/rights.ts'
import { beforeAll, expect, test } from 'vitest'
import { answered, testApp } from '../support/app.ts'
import { rows } from '../support/calls.ts'
import { makeKey } from '../support/keys.ts'
import { deviceBody, type TestUser } from '../support/make.ts'
import type { Row } from '../support/row.ts'
import { factsOfCodes, unreadableIn } from '../support/unreadable.ts'
import { callName, servedBy } from '../support/valid-calls.ts'
import { makeWorld, type World } from '../support/world.ts'

const server = testApp()
let world: World

beforeAll(async () => {
  world = await makeWorldOfKnownCustomers()
})

async function makeWorldOfKnownCustomers() {
  const made = await makeWorld(server)
  await server.asOwner(`update prepaid_codes set customer_name = 'Planted customer',
    phone_number = '+1 555 0100 planted'`)
  return made
}

/** Matches a balance, a number of codes, or the label of a device. */
const tellingMuch = new RegExp(`[$]|[0-9]|${deviceBody.label}`)

/** Reads first, while there is little data. */
const narrowed = rows
  .filter(({ endpoint }) => endpoint.needs !== 'account')
  .toSorted((one, other) => Number(isWrite(one)) - Number(isWrite(other)))

function isWrite({ endpoint: { method } }: Row): boolean {
  return method !== 'GET'
}

/** The exact rights that a key needs. If any right suffices, each one in turn. */
function rightsFor({ needs }: Endpoint): Right[][] {
  if (needs === 'any') return rights.map((right) => [right])
  return [[needs].flat() as Right[]]
}

function makerOf(row: Row, { as }: World): TestUser {
  const [kind] = servedBy(row).filter((caller) => caller !== 'guest')
  return as[kind ?? 'owner'] as TestUser
}

/**
 * Calls with a key that has no other rights. If the call takes an Idempotency-Key, its maker calls first
 * with the same key. Uses a new world if an earlier call changed what this one needs.
 */
async function callWith(row: Row, given: Right[]) {
  const isRepeated = row.endpoint.takesIdempotencyKey
  const attempt = async (where: World) => {
    const sent = row.send?.(where)
    const maker = makerOf(row, where)
    const key = await makeKey(server, maker, { rights: given })
    const facts = await factsOfCodes(server.database)
    const idempotencyKey = isRepeated ? randomUUID() : undefined
    const keyed = { ...sent, ...(idempotencyKey && { idempotencyKey }) }
    if (isRepeated) await answered(server.app, row.endpoint, maker, keyed)
    const received = await answered(server.app, row.endpoint, key, keyed)
    return { received, shown: unreadableIn(row.endpoint, received, given, facts) }
  }
  const first = await attempt(world)
  const isDone = first.received.status === row.endpoint.status
  if (isDone || first.received.status === 403 || servedBy(row).length === 0) return first
  world = await makeWorldOfKnownCustomers()
  return attempt(world)
}

test('returns and repeats nothing that needs a right which the key lacks', async () => {
  const shown: string[] = []
  const done = new Set<string>()
  for (const row of narrowed) {
    for (const given of rightsFor(row.endpoint)) {
      const { received, shown: unreadable } = await callWith(row, given)
      shown.push(...unreadable)
      if (received.status === row.endpoint.status) done.add(callName(row.endpoint))
    }
  }
  expect(shown).toEqual([])
  const served = narrowed.filter((row) => servedBy(row).length > 0)
  expect(
    served.map(({ endpoint }) => callName(endpoint)).filter((name) => !done.has(name)),
  ).toEqual([])
}, 240_000)

test('refuses without revealing what the key may not read, also when repeated', async () => {
  world = await makeWorldOfKnownCustomers()
  const { as, code, batchId, device } = world
  const owner = as.owner as TestUser
  const key = await makeKey(server, owner, {
    rights: ['give_money', 'change_codes', 'change_devices'],
  })
  const number = { ...deviceBody, device_number: device.device_number }
  const calls = [
    [prepaidCodes.adjust, { params: { id: code.id }, body: { amount: -90, reason: 'Lost' } }],
    [prepaidCodeBatches.disable, { params: { id: batchId }, body: { codes: 7 } }],
    [devices.create, { body: number, query: { same_number: 'false' } }],
  ] as const
  for (const [endpoint, sent] of calls) {
    const keyed = { ...sent, idempotencyKey: randomUUID() }
    const sentenceTo = async (caller: { token: string }) =>
      ((await answered(server.app, endpoint, caller, keyed)).body as ErrorAnswer).error
    expect(await sentenceTo(owner)).toMatch(tellingMuch)
    expect(await sentenceTo(key)).not.toMatch(tellingMuch)
  }
})

test.each([
  ['devices', 'read_devices'],
  ['cycles', 'read_money'],
  ['transaction', 'read_money'],
  ['controller', 'controllers'],
  ['link', 'controllers'],
] as const)('follows %s with exactly the right to read them', async (part, right) => {
  const { as, transaction, controller, linkedDevice, device } = world
  const id = {
    devices: device.id,
    cycles: transaction.id,
    transaction: transaction.id,
    controller: controller.id,
    link: linkedDevice.id,
  }[part]
  const key = await makeKey(server, as.owner as TestUser, { rights: [right] })
  const received = await answered(server.app, cycles.events, key, { query: { [part]: id } })
  expect(received.status).toBe(200)
  const facts = await factsOfCodes(server.database)
  expect(unreadableIn(cycles.events, received, [right], facts)).toEqual([])
})
