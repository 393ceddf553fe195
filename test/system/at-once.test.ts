import { randomUUID } from 'node:crypto'
import { auth } from '@coinless/contract/auth.ts'
import { bookings } from '@coinless/contract/bookings.ts'
import { cycles } from '@coinless/contract/cycles.ts'
import { displays } from '@coinless/contract/displays.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { limits } from '@coinless/contract/limits.ts'
import { passkeys } from '@coinless/contract/passkeys.ts'
import { payments } from '@coinless/contract/payments.ts'
import { queues } from '@coinless/contract/queues.ts'
import { secondFactor } from '@coinless/contract/second-factor.ts'
import { me } from '@coinless/contract/users.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addSecret } from '../../server/accounts/second-factor/authenticator.ts'
import { findInconsistencies } from '../../server/ledger/entries/check.ts'
import { testApp } from '../support/app.ts'
import { bookingRules, hourlySlots } from '../support/booking-plan.ts'
import { slotIn } from '../support/bookings.ts'
import { password, type TestUser } from '../support/make.ts'
import { restoredWorld } from '../support/restored-world.ts'
import type { Row } from '../support/row.ts'
import { callName, everyEndpoint, everyRow, servedBy, unserved } from '../support/valid-calls.ts'
import { deadlocks } from '../support/waiting.ts'
import type { World } from '../support/world.ts'

/** AT_ONCE_ROUNDS: how often each write call runs; more in `npm run test:long`. */
const rounds = Number(process.env.AT_ONCE_ROUNDS ?? 2)
/** Concurrent different calls: each pair meets once in about ten rounds. */
const atOnce = 8
/** Few calls lock machines, and the rounds of all calls seldom combine them. */
const machineRounds = rounds * 3
const callersOfEach = 2
const copies = 2

const server = testApp()
const restored = restoredWorld(server)

interface Prepared extends World {
  owner: TestUser
  refreshToken: string
}

const mailed = 'ABCD-2345'
const recovery = 'ABCD-2345-ABCD-2345-ABCD-2345'
const proven = { current_password: password, second_factor: recovery }

const booked = { group: randomUUID(), id: randomUUID() }
const booking = { id: booked.id }

/** Calls by the payer with their own secrets, where the rows use others, and with their machine. */
const own: [Endpoint, (world: Prepared) => { params?: object; body?: object }][] = [
  [auth.login, ({ owner: { email } }) => ({ body: { email, password } })],
  [auth.refresh, ({ refreshToken }) => ({ body: { refresh_token: refreshToken } })],
  [auth.sendPasswordCode, ({ owner: { email } }) => ({ body: { email } })],
  [
    auth.resetPassword,
    ({ owner: { email } }) => ({ body: { email, code: mailed, new_password: password } }),
  ],
  [me.changePassword, () => ({ body: { current_password: password, new_password: password } })],
  [me.verify, () => ({ body: { code: mailed } })],
  [secondFactor.removeAuthenticator, () => ({ body: proven })],
  [secondFactor.makeRecoveryCodes, () => ({ body: proven })],
  [passkeys.creationOptions, () => ({ body: proven })],
  [cycles.stop, ({ transaction: { id } }) => ({ params: { id } })],
  [cycles.startAnew, ({ transaction: { id } }) => ({ params: { id } })],
  [
    queues.join,
    ({ device: { sticker_number } }) => ({
      params: { number: sticker_number },
      body: { device_type: 'washer' },
    }),
  ],
  [queues.hold, ({ device: { id } }) => ({ params: { id } })],
  [bookings.book, () => ({ body: { group_id: booked.group, starts_at: slotIn(5) } })],
  [
    bookings.move,
    () => ({ params: booking, body: { group_id: booked.group, starts_at: slotIn(6) } }),
  ],
  [bookings.cancel, () => ({ params: booking })],
  [
    bookings.cancelForOther,
    ({ device: { sticker_number } }) => ({ params: { ...booking, number: sticker_number } }),
  ],
  [passkeys.remove, ({ passkeyId: id }) => ({ params: { id }, body: proven })],
]

/** A room with bookings: one group of all its machines, and an open booking of the account. */
function bookedRoom({ id }: TestUser): string {
  const rules = JSON.stringify(bookingRules)
  const slots = JSON.stringify(hourlySlots)
  return `
    update rooms set booking_rules = '${rules}';
    insert into machine_groups (id, room_id, name, device_ids, dryer_minutes, slots)
      select '${booked.group}', room_id, 'All', array_agg(id), 0, '${slots}' from devices
      where room_id is not null group by room_id order by count(*) desc limit 1;
    insert into bookings (id, group_id, user_id, starts_at, ends_at, release_at, language)
      values ('${booked.id}', '${booked.group}', '${id}', '${slotIn(3)}', '${slotIn(4)}', '${slotIn(4)}', 'en');
    insert into booked_machines (booking_id, device_id, period)
      select '${booked.id}', unnest(device_ids), tstzrange('${slotIn(3)}', '${slotIn(4)}')
      from machine_groups where id = '${booked.group}'`
}

const writing: Row[] = [
  ...everyRow.filter((row) => row.endpoint.method !== 'GET' && servedBy(row).length > 0),
  ...own.map(([endpoint, send]) => ({
    endpoint,
    send: send as Row['send'] & object,
    answers: { payer: endpoint.status, others: 0 },
  })),
]

/** They need a signature of a browser, a phone or Stripe, or the secret of a display. */
const signedElsewhere = [
  displays.pay,
  secondFactor.confirmAuthenticator,
  passkeys.add,
  passkeys.signIn,
  payments.cardWebhook,
].map(callName)

/** They need a machine with a connected controller: payments/cycles/free.test.ts. */
const onMachines = [cycles.startFree, cycles.stopFree].map(callName)

test('covers every write call', () => {
  const all = everyEndpoint.filter(({ method }) => method !== 'GET')
  expect(unserved(all, writing).sort()).toEqual([...signedElsewhere, ...onMachines].sort())
})

/** A world with queues and holds, whose payer has a renewable session, an app, recovery codes and mailed codes. */
async function prepare(): Promise<Prepared> {
  const world = await restored()
  await server.asOwner(`update rooms set queue_types = '{washer}', hold_types = '{washer}'`)
  const owner = world.as.payer as TestUser
  const { session } = await server.call(auth.login, { body: { email: owner.email, password } })
  await server.asOwner(bookedRoom(owner))
  await addSecret(server.database, server.parts.config.jwtSecret, owner)
  await server.asOwner(`
    update authenticators set confirmed_at = now() where user_id = '${owner.id}';
    insert into recovery_codes (user_id, code_hash)
      values ('${owner.id}', sha256('${recovery.replaceAll('-', '')}'));
    insert into email_codes (user_id, purpose, code_hash, expires_at)
      select '${owner.id}', purpose, sha256('${mailed.replaceAll('-', '')}'), now() + interval '1 hour'
      from unnest(array['verification', 'password']) purpose`)
  return { ...world, owner, refreshToken: session.refresh_token }
}

interface Answered {
  call: string
  status: number
  /** Balance of the world's code. */
  toldBalance: number | undefined
}

async function send(world: Prepared, row: Row, token: string | undefined): Promise<Answered> {
  const { params = {}, body } = row.send?.(world) ?? {}
  const path = row.endpoint.path.replace(/:(\w+)/g, (_, name: string) => Reflect.get(params, name))
  const answer = await server.app
    .inject({
      method: row.endpoint.method,
      url: `/api${path}`,
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { payload: body as object }),
    })
    .catch((error) => {
      // An export is cut off if another of these calls ends its caller's session.
      if (path.endsWith('/export') && error.code === 'LIGHT_ECONNRESET') return undefined
      throw error
    })
  if (!answer) return { call: callName(row.endpoint), status: 200, toldBalance: undefined }
  const isJson = /json/.test(String(answer.headers['content-type']))
  const told = isJson ? answer.json() : {}
  const isOfCode = told.id === world.code.id || told.transaction?.payment_method === 'prepaid_code'
  return {
    call: `${callName(row.endpoint)} ${told.code ?? ''}`,
    status: answer.statusCode,
    toldBalance: isOfCode ? told.remaining_balance : undefined,
  }
}

/** Sessions with two valid refresh tokens. */
const forkedSessions = sql<{ id: string }>`
  select session_id as id from refresh_tokens where replaced_at is null
  group by session_id having count(*) > 1`

const beyondLimits = sql<{ id: string }>`
  select id from prepaid_codes where remaining_balance > ${limits.balanceMax / 100}
  union all select id from users where cardinality(roles) > ${limits.rolesMax}`

/** All of these run concurrently: they lock a device, its link, its controller and its cycle. */
const aboutMachines = writing.filter(({ endpoint }) =>
  /^\/(controllers|cycles|payments|devices\/:id(\/link|$))/.test(endpoint.path),
)

// id: at-once-1
test(`survives ${rounds} rounds of all write calls, ${atOnce} concurrent ones on the same data`, {
  timeout: 3_600_000,
}, async () => {
  await playRounds(writing, rounds, atOnce)
})

test(`survives ${machineRounds} rounds of all machine calls at once`, {
  timeout: 3_600_000,
}, async () => {
  await playRounds(aboutMachines, machineRounds, aboutMachines.length)
})

async function playRounds(rows: Row[], numRuns: number, atOnce: number): Promise<void> {
  const seed = Date.now()
  const shuffled = fc.shuffledSubarray(rows, { minLength: rows.length })
  for (const order of fc.sample(shuffled, { numRuns, seed })) {
    for (let from = 0; from < order.length; from += atOnce) {
      await play(order.slice(from, from + atOnce), seed)
    }
  }
}

async function play(chosen: Row[], seed: number): Promise<void> {
  const world = await prepare()
  const calls = chosen.flatMap((row) =>
    servedBy(row)
      .slice(0, callersOfEach)
      .flatMap((caller) => Array(copies).fill([row, world.as[caller]?.token])),
  )
  const answers = await Promise.all(calls.map(([row, token]) => send(world, row, token)))
  const names = JSON.stringify({ seed, calls: chosen.map((row) => callName(row.endpoint)) })
  expect(
    answers.filter(({ status }) => status >= 500),
    names,
  ).toEqual([])
  expect(await deadlocks(server), names).toBe(0)
  const { rows } = await sql<{ left: number }>`
    select balance_after::float8 as left from code_movements
    where prepaid_code_id = ${world.code.id}`.execute(server.database)
  const inHistory = new Set(rows.map(({ left }) => left))
  const strange = answers.filter(
    ({ toldBalance }) => toldBalance !== undefined && !inHistory.has(toldBalance),
  )
  expect(strange, names).toEqual([])
  expect((await forkedSessions.execute(server.database)).rows, names).toEqual([])
  expect((await beyondLimits.execute(server.database)).rows, names).toEqual([])
  expect(await findInconsistencies(server.database), names).toEqual([])
}
