import { randomUUID } from 'node:crypto'
import { controllers } from '@coinless/contract/controllers.ts'
import { displays } from '@coinless/contract/displays.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeLandlord } from '../../../test/support/make.ts'
import type { Row, Sent } from '../../../test/support/row.ts'
import {
  callName,
  everyEndpoint,
  everyRow,
  servedBy,
  unserved,
} from '../../../test/support/valid-calls.ts'
import { makeWorld, type World } from '../../../test/support/world.ts'
import { hashOfCredential } from '../../machines/controllers/credential.ts'

const server = testApp()

/** Tables that record events, not state. */
const notes = ['audit_events', 'row_count_changes', 'row_counts', 'jobs', 'failed_attempts']

const isMaking = ({ status }: Endpoint) => status === 201

/** A call of each endpoint that creates something. Displays pay in server/laundry/displays/display-payments.test.ts. */
const making = [
  ...new Map(
    everyRow
      .filter((row) => isMaking(row.endpoint) && row.endpoint !== displays.pay)
      .filter((row) => servedBy(row).length > 0 || isOpen(row.endpoint))
      .map((row) => [row.endpoint, row]),
  ).values(),
]

function isOpen({ may }: Endpoint) {
  return may === 'anyone'
}

/** Endpoints whose second call may create something, with the reason. */
const mayBeThereTwice: Record<string, string> = {
  'POST /devices':
    'A second device with its number is refused if the call asks for that, as the screens do.',
  'POST /guests': 'An empty account without a known session is deleted (decision 68).',
  'POST /api-resources-create': 'A duplicate shows in the list and can be deleted.',
  'POST /webhooks/:id/test': 'One more event that tells nothing.',
  'POST /devices/bulk-changes': 'A plan changes nothing, and is deleted within a day.',
  'POST /prepaid-codes/bulk-changes': 'The same.',
  'POST /devices/:id/link/tests': 'One more test of a machine, which answers busy while it runs.',
}

/**
 * One takes a challenge that is valid once: see server/accounts/passkeys/passkeys.test.ts. The other needs a machine that
 * answers: see server/payments/cycles/free.test.ts.
 */
const triedElsewhere = ['POST /users-me/passkeys', 'POST /report-cases/:id/free-cycles']

async function rowsOfTables() {
  const { rows } = await sql<{ name: string; count: number }>`
    select relname as name, (xpath('/row/n/text()', query_to_xml(
      format('select count(*) as n from %I', relname), false, true, '')))[1]::text::int as count
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname <> all (${notes}::text[])`.execute(server.database)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

function send({ endpoint }: Row, sent: Sent, token: string | undefined, key: string) {
  const { params = {}, body } = sent
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => Reflect.get(params, name))
  return server.app.inject({
    method: endpoint.method,
    url: `/api${path}`,
    headers: {
      'idempotency-key': key,
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && {
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  })
}

/** @returns the tables with other row counts after the second call; undefined if the first call was refused */
async function grownBySecond(world: World, row: Row) {
  const [caller] = servedBy(row)
  const token = caller && world.as[caller]?.token
  const sent = row.send?.(world) ?? {}
  const key = randomUUID()
  const first = await send(row, sent, token, key)
  if (first.statusCode !== 201) return undefined
  const before = await rowsOfTables()
  await send(row, sent, token, key)
  const after = await rowsOfTables()
  return Object.keys(after).filter((table) => after[table] !== before[table])
}

// id: nothing-twice-1
test('creates nothing twice when the same call is repeated', async () => {
  let world = await makeWorld(server)
  const found: Record<string, string[]> = {}
  for (const row of making) {
    let grown = await grownBySecond(world, row)
    if (!grown) {
      // An earlier call made this one impossible.
      world = await makeWorld(server)
      grown = await grownBySecond(world, row)
    }
    if (grown?.length !== 0) found[callName(row.endpoint)] = grown ?? ['refused']
  }
  expect(Object.keys(found).sort()).toEqual(Object.keys(mayBeThereTwice).sort())
  const ofSomebody = everyEndpoint.filter((endpoint) => isMaking(endpoint) && !isOpen(endpoint))
  expect(unserved(ofSomebody, making)).toEqual(triedElsewhere)
})

test('returns the credential of a controller again to a repeated call, without storing it', async () => {
  const as = await makeLandlord(server)
  const row = { endpoint: controllers.create, answers: { others: 201 } } as Row
  const body = { name: 'Basement', driver: 'coinless' }
  const twice = await Promise.all([1, 2].map(() => send(row, { body }, as.token, 'one')))
  const [{ id, credential }, second] = twice.map((answer) => answer.json())
  expect(second).toEqual({ ...second, id, credential })
  const [only, ...others] = await server.database
    .selectFrom('controllers')
    .select(['id', 'credential_hash'])
    .where('owner_id', '=', as.id)
    .execute()
  expect([only?.id, others]).toEqual([id, []])
  expect(only?.credential_hash).toEqual(hashOfCredential(credential))
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from idempotency_keys where answer::text like ${`%${credential}%`}`.execute(
    server.database,
  )
  expect(rows).toEqual([{ found: 0 }])
  const other = await send(row, { body }, as.token, 'two')
  expect(other.json().credential).not.toBe(credential)
  const renamed = await send(row, { body: { ...body, name: 'Attic' } }, as.token, 'one')
  expect(renamed.json().code).toBe('idempotency_key_reused')
})
