import { randomUUID } from 'node:crypto'
import { apiKeys } from '@coinless/contract/api-keys.ts'
import { bulkChanges } from '@coinless/contract/bulk-changes.ts'
import { calendars } from '@coinless/contract/calendars.ts'
import { controllers } from '@coinless/contract/controllers.ts'
import { cycles } from '@coinless/contract/cycles.ts'
import { devices } from '@coinless/contract/devices.ts'
import { displays } from '@coinless/contract/displays.ts'
import { prepaidCodeBatches } from '@coinless/contract/prepaid-code-batches.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import { reports } from '@coinless/contract/reports.ts'
import { topUps } from '@coinless/contract/top-ups.ts'
import { webhooks } from '@coinless/contract/webhooks.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { Row, Sent } from '../../../test/support/row.ts'
import {
  callName,
  everyEndpoint,
  everyRow,
  servedBy,
  unserved,
} from '../../../test/support/valid-calls.ts'
import { type CallerKind, makeWorld, type World } from '../../../test/support/world.ts'

/** Repeats every call that takes a key after the rows it depends on change. */
const server = testApp()

const keyed = everyRow.filter((row) => row.endpoint.takesIdempotencyKey && servedBy(row).length > 0)

const people = ['payer', 'owner', 'landlord', 'admin'] as const

/** SQL that changes or removes what the calls depend on, applied in order. */
const endings = {
  'not in use': `update devices set status = 'inactive'; update prepaid_codes set disabled = true`,
  changed: `
    update devices set price = price + 1, duration_minutes = duration_minutes + 1,
      device_number = device_number || 'x', label = label || 'x', location = location || 'x';
    update prepaid_codes set code = code || 'X', lookup_key = lookup_key || 'X'`,
  'in other hands': `
    update devices set owner_id = other.id, landlord_email = other.email,
        device_number = left(device_number || ' ' || devices.id, 40)
      from users other where other.roles = '{x}' and other.id <> owner_id;
    update prepaid_codes set user_id = other.id, customer_email = null
      from users other where other.roles = '{x}'`,
  'without rights': `update users set roles = '{}', email_verified = false, user_type = 'tenant'`,
  'out of time': `update prepaid_codes set expires_at = now() - interval '1 minute'`,
  deleted: `update devices set deleted_at = now(); update prepaid_codes set deleted_at = now()`,
}

/** Columns that the endings change, by table. */
const kept = {
  users: ['roles', 'email_verified', 'user_type'],
  devices: [
    ...['owner_id', 'landlord_email', 'landlord_accepted_at', 'status', 'price'],
    ...['duration_minutes', 'device_number', 'label', 'location', 'deleted_at'],
  ],
  prepaid_codes: [
    ...['user_id', 'customer_email', 'code', 'lookup_key', 'disabled', 'expires_at', 'deleted_at'],
  ],
}
const keep = Object.keys(kept)
  .map(
    (table) => `drop table if exists before_${table};
    create table before_${table} as select * from ${table}`,
  )
  .join(';')
const restore = Object.entries(kept)
  .map(
    ([table, columns]) => `update ${table} set (${columns}) = (
    select ${columns.map((column) => `old.${column}`)} from before_${table} old
    where old.id = ${table}.id) where id in (select id from before_${table})`,
  )
  .join(';')

interface KeyedCall {
  name: string
  row: Row
  sent: Sent
  token: string
  key: string
}

/** Sends a call and returns the exact answer without the request id. */
async function sendKeyed({ row: { endpoint }, sent, token, key }: KeyedCall) {
  const { params = {}, body } = sent
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => Reflect.get(params, name))
  const answer = await server.app.inject({
    method: endpoint.method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
    ...(body !== undefined && { payload: body as object }),
  })
  const text = answer.body.replace(/,?"requestId":"[^"]*"/, '')
  return { status: answer.statusCode, text }
}

/** Prepares each call that takes a key, once for each of these people who may make it. */
function beginAll(world: World): Promise<KeyedCall[]> {
  return Promise.all(
    keyed.flatMap((row) =>
      people
        .filter((each) => servedBy(row).includes(each))
        .map(async (caller) => ({
          name: `${callName(row.endpoint)}, ${row.name ?? 'as it fits'}, by ${caller}`,
          row,
          sent: row.send?.(await withOwnBatches(world, row)) ?? {},
          token: world.as[caller]?.token ?? '',
          key: randomUUID(),
        })),
    ),
  )
}

/** Gives each caller a batch of their own: a second change of the same batch would be refused. */
async function withOwnBatches(world: World, { endpoint }: Row): Promise<World> {
  if (!endpoint.path.includes('-batches/:id')) return world
  const issue = async (as: CallerKind) => {
    const body = { customers: [{ customer_email: 'ana@example.com' }], balance: 10 }
    return (await server.call(prepaidCodeBatches.create, { as: world.as[as], body })).id
  }
  return { ...world, batchId: await issue('owner'), landlordsBatchId: await issue('landlord') }
}

async function sendAll(all: KeyedCall[]) {
  const answers = await Promise.all(
    all.map(async (each) => [each.name, await sendKeyed(each)] as const),
  )
  return Object.fromEntries(answers)
}

/** Makes a world with enough balance and verified accounts for all calls. */
async function makeRichWorld() {
  const world = await makeWorld(server)
  await server.asOwner('update users set email_verified = true where not is_guest')
  const sent = { params: { id: world.code.id }, body: { amount: 1000 } }
  await server.call(prepaidCodes.topUp, { as: world.as.owner, ...sent })
  return world
}

test('covers every endpoint that takes a key', () => {
  const taking = everyEndpoint.filter(({ takesIdempotencyKey }) => takesIdempotencyKey)
  // One machine runs one cycle at a time (payments/cycles/free.test.ts). Displays have no session
  // (laundry/displays/display-payments.test.ts).
  expect(unserved(taking, keyed)).toEqual([displays.pay, cycles.startFree].map(callName))
})

test('repeats the first answer of every call after other calls, changes and deletions', async () => {
  const world = await makeRichWorld()
  // The second calendar ends the first one, whose address is not repeated (laundry/calendars/calendars.test.ts).
  const all = (await beginAll(world)).filter(({ row }) => row.endpoint !== calendars.create)
  const first = await sendAll(all)
  for (const { name, row } of all) {
    const { status = 0, text = '' } = first[name] ?? {}
    expect(status, `${name}: ${text}`).toBe(row.endpoint.status)
  }
  await sendAll(await beginAll(world))
  const paid = Object.values(first).flatMap(({ text }) => JSON.parse(text).transaction?.id ?? [])
  for (const id of paid) {
    const sent = { params: { id }, body: { amount: 0.5, reason: 'Stuck' } }
    await server.call(refunds.create, { as: world.as.admin, ...sent })
  }
  expect(await sendAll(all), 'more was done').toEqual(first)
  for (const [name, ending] of Object.entries(endings)) {
    await server.asOwner(ending)
    expect(await sendAll(all), name).toEqual(first)
  }
})

test('repeats the first answer of every call that was sent while its data was gone', async () => {
  const world = await makeRichWorld()
  const refused = new Set<string>()
  await server.asOwner(keep)
  for (const [name, ending] of Object.entries(endings)) {
    const all = await beginAll(world)
    await server.asOwner(ending)
    const first = await sendAll(all)
    await server.asOwner(restore)
    expect(await sendAll(all), name).toEqual(first)
    for (const each of all) if ((first[each.name]?.status ?? 0) >= 400) refused.add(each.name)
  }
  // A new code, device, controller, webhook, API key or calendar depends on nothing that can go away. Nor does a
  // refund of a top-up by the issuer, and a reply to a report. A bulk change skips rows that are gone.
  const standing = (await beginAll(world)).filter(
    ({ row, token }) =>
      row.endpoint !== prepaidCodes.create &&
      row.endpoint !== prepaidCodeBatches.create &&
      row.endpoint !== prepaidCodes.import &&
      row.endpoint !== devices.import &&
      row.endpoint !== controllers.create &&
      row.endpoint !== webhooks.create &&
      row.endpoint !== apiKeys.create &&
      row.endpoint !== calendars.create &&
      row.endpoint !== reports.reply &&
      row.endpoint !== bulkChanges.apply &&
      row.endpoint !== bulkChanges.undo &&
      !(row.endpoint === topUps.refund && token === world.as.owner?.token),
  )
  expect([...refused].sort()).toEqual(standing.map(({ name }) => name).sort())
})
