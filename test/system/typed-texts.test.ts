import { auth } from '@coinless/contract/auth.ts'
import { type Device, devices } from '@coinless/contract/devices.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { limits } from '@coinless/contract/limits.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { me } from '@coinless/contract/users.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { sendCodeMails } from '../../server/codes/code-mails/send.ts'
import { deliverNotifications } from '../../server/jobs/notifications.ts'
import { notifyAvailable } from '../../server/laundry/rooms/notify-available.ts'
import { statusOf, testApp } from '../support/app.ts'
import { makeUser } from '../support/make.ts'
import type { Sent } from '../support/row.ts'
import { callName, everyEndpoint, everyRow, servedBy, unserved } from '../support/valid-calls.ts'
import { makeWorld, type World } from '../support/world.ts'
import { typedInto } from './typed.ts'

/** Tests texts and addresses typed into each field of each call. */
const server = testApp()

/** A formula at any separator, used as a name, a label and a reason. */
const text = '=1+1;=1+1|@A1 prize.example'
const typers = ['stranger', 'payer'] as const
const repetitions = limits.receiptsToTypedAddress + 2
/** These end the session or the account. */
const leaving: Endpoint[] = [auth.logout, ownAccount.close]

const writing = everyRow.filter(
  (row) =>
    row.endpoint.method !== 'GET' &&
    !leaving.includes(row.endpoint) &&
    (row.endpoint.may === 'anyone' || typers.some((typer) => servedBy(row).includes(typer))),
)

let world: World
beforeAll(async () => {
  world = await makeWorld(server)
  await sql`update users set user_type = 'landlord' where email_verified = false`.execute(
    server.database,
  )
  await sql`update users set email_verified = true where id = ${world.device.owner_id}`.execute(
    server.database,
  )
  await sql`update prepaid_codes set customer_name = ${text} where batch_id is not null`.execute(
    server.database,
  )
  // The next report sends a notification.
  await server.database.updateTable('report_cases').set({ done_at: sql`now()` }).execute()
  // The devices made here then take payments.
  for (const device of await typeEverywhere(world)) await typeEverywhere({ ...world, device })
  await sql`update rooms set location = ${text} from devices
    where rooms.id = room_id and devices.id = ${world.device.id}`.execute(server.database)
  await sql`insert into queue_entries (room_id, device_type, user_id, language, expires_at)
    select distinct on (room_id, device_type) room_id, device_type, owner_id, 'en', now() + interval '1 hour'
    from devices where room_id is not null`.execute(server.database)
  for (const typer of typers) {
    expect(await statusOf(server.app, me.get, world.as[typer])).toBe(200)
  }
})

let addresses = 0

/** A new address, and a verified address of another user. */
async function foreignAddresses() {
  const [unknown = '', known = ''] = [++addresses, ++addresses].map(
    (number) => `-1+1-${number}@foreign.example`,
  )
  await makeUser(server, { email: known, email_verified: true })
  return [unknown, known]
}

/** Types into all calls; for another device, into those that concern it. @returns new devices */
async function typeEverywhere(where: World): Promise<Device[]> {
  const { id } = where.device
  const made: Device[] = []
  for (const row of writing) {
    if (id !== world.device.id && !JSON.stringify(row.send?.(where) ?? {}).includes(id)) continue
    for (const [index, address] of (await foreignAddresses()).entries()) {
      const [first = {}, ...more] = typedInto(row, where, { text, address })
      const isNamed = JSON.stringify(first).includes(address)
      if (!isNamed && index > 0) continue
      if (isNamed) await waitForAnotherDay()
      const as = where.as[typers[index] ?? 'stranger']
      const ask = (sent: Sent) => call(row.endpoint, sent, as)
      const answers = await Promise.all(more.map(ask))
      const again = Array<Sent>(isNamed ? repetitions : 1).fill(first)
      answers.push(...(await Promise.all(again.map(ask))))
      if (row.endpoint !== devices.create || made.length > 0) continue
      for (const answer of answers) if (answer.statusCode === 201) made.push(answer.json())
    }
  }
  return made
}

/** Resets the daily limits of each address and account. */
function waitForAnotherDay() {
  return server.asOwner(`set session_replication_role = replica;
    update transactions set created_at = created_at - interval '2 days'`)
}

function call(endpoint: Endpoint, { params = {}, body }: Sent, as: { token: string } | undefined) {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => Reflect.get(params, name))
  return server.app.inject({
    method: endpoint.method,
    url: `/api${path}`,
    headers: {
      'content-type': 'application/json',
      'user-agent': text,
      authorization: `Bearer ${as?.token}`,
    },
    ...(body !== undefined && { payload: body as object }),
  })
}

// id: typed-texts-1
test('sends no mail with a text typed by an unverified user', async () => {
  const { database, parts } = server
  for (const tell of [deliverNotifications, notifyAvailable, sendCodeMails])
    await tell(database, parts.config)
  const mails = await server.mails()
  expect(mails.length).toBeGreaterThan(5)
  expect(mails.filter((mail) => JSON.stringify(mail).includes('prize.example'))).toEqual([])
})

// id: typed-texts-2
test('mails a typed address only a few times in all calls', async () => {
  const byAddress = Map.groupBy(await server.mails(), ({ to }) => to)
  const often = [...byAddress].filter(([, mails]) => mails.length > limits.receiptsToTypedAddress)
  expect(often).toEqual([])
})

const csv = everyEndpoint.filter(({ replyType }) => replyType === 'csv')

test('covers every CSV file', () => {
  expect(csv.length).toBeGreaterThan(1)
  expect(unserved(csv)).toEqual([])
})

// id: typed-texts-3
test.each(csv.map((endpoint) => [callName(endpoint), endpoint] as const))(
  'begins no cell with a formula at any separator: %s',
  async (_, endpoint) => {
    const row = everyRow.find((each) => each.endpoint === endpoint)
    const { params = {}, query, body } = row?.send?.(world) ?? {}
    // Everything that a list finds.
    const payload = body === undefined ? body : { chosen: { filter: {} } }
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => Reflect.get(params, name))
    const url = `/api${path}?${new URLSearchParams(query)}`
    // Typed texts are in the user's own files and in those of admins.
    const askers = (['admin', ...typers] as const).filter(
      (each) => row && servedBy(row).includes(each),
    )
    const files = await Promise.all(
      askers.map((asker) => {
        const headers = { authorization: `Bearer ${world.as[asker]?.token}` }
        return server.app.inject({
          ...{ method: endpoint.method, url, headers },
          ...(payload && { payload }),
        })
      }),
    )
    const written = files.map((file) => file.body).join('\n')
    expect(written).toContain('1+1')
    const cells = written.split('\n').flatMap((line) => line.split(/[,;|\t]/))
    expect(cells.filter((cell) => /^["\s\ufeff]*[=+\-@＝＋－＠]/.test(cell))).toEqual([])
  },
)
