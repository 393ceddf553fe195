import { deviceLinks } from '@coinless/contract/device-links.ts'
import { devices } from '@coinless/contract/devices.ts'
import { payments } from '@coinless/contract/payments.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import { reports } from '@coinless/contract/reports.ts'
import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import {
  makeCode,
  makeController,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
  termsOf,
} from './make.ts'
import { smallPhoto } from './photos.ts'
import type { World } from './world.ts'

export const elm = 'Attic of Elm Street'
export const oak = 'Cellar of Oak Street'

/** Things of a world at one place that rows of calls use, and marks by which an answer reveals them. */
export type Place = World & { marks: string[] }

/** One owner with a thing of each kind at both places, with distinct names and amounts. */
export async function makeTwoPlaces(test: TestApp) {
  const owner = await makeLandlord(test, { email_verified: true })
  return {
    owner,
    attic: await makePlace(test, owner, { location: elm, mark: 'Quartz', price: 41.25 }),
    cellar: await makePlace(test, owner, { location: oak, mark: 'Basalt', price: 73.5 }),
  }
}

interface Facts {
  location: string
  mark: string
  price: number
}

async function makePlace(
  test: TestApp,
  owner: TestUser,
  { location, mark, price }: Facts,
): Promise<Place> {
  const landlord = await makeLandlord(test, { email_verified: true })
  const payer = await makeUser(test, { full_name: `${mark} Payer` })
  const make = (n: number, facts = {}) =>
    makeDevice(test, owner, {
      label: `${mark} machine ${n}`,
      device_number: `${mark}-0${n}`,
      ...{ location, price, ...facts },
    })
  const device = await make(1)
  const hiddenDevice = await make(2, { status: 'inactive' })
  const waitingDevice = await make(3, { landlord_email: landlord.email })
  const deletedDevice = await make(4)
  await test.call(devices.delete, { as: owner, params: { id: deletedDevice.id } })
  const linkedDevice = await make(5)
  const controller = await makeController(test, owner, { name: `${mark} box` })
  const sent = { as: owner, params: { id: linkedDevice.id } }
  const wiring = { controller_id: controller.id, channel: 1, switching: 'relay' as const }
  await test.call(deviceLinks.create, { ...sent, body: wiring })
  const tested = await test.call(deviceLinks.test, sent)
  const { code } = await makeCode(test, owner, { balance: 200 })
  const pay = async (at: typeof device) =>
    (
      await test.call(payments.prepaid, {
        as: payer,
        body: { ...termsOf(at), prepaid_code: code, keep_code: true },
      })
    ).transaction
  const transaction = await pay(device)
  const params = { id: transaction.id }
  const refund = { amount: price - 40, reason: `${mark} stuck` }
  const given = await test.call(refunds.create, { as: owner, params, body: refund })
  const said = { device_id: device.id, payment_id: transaction.id, text: `${mark} smells` }
  const made = await test.call(reports.create, {
    as: payer,
    body: { ...said, kind: 'damaged', photo: smallPhoto },
  })
  const report = await test.database
    .selectFrom('reports')
    .select(['id', 'case_id'])
    .where('id', '=', made.id)
    .executeTakeFirstOrThrow()
  await sql`insert into losses (cycle_id, why, amount)
    select id, 'ran_after_refund', ${price} from cycles where id = ${transaction.id}`.execute(
    test.database,
  )
  await sql`insert into cut_short_alerts (owner_id, payer_id, transaction_id, cycles, given_back, since)
    values (${owner.id}, ${payer.id}, ${transaction.id}, 3, ${price}, now())`.execute(test.database)
  await sql`insert into queue_entries (room_id, device_type, user_id, language, expires_at, ended_at, outcome)
    select room_id, device_type, ${payer.id}, 'en', now(), now(), 'left' from devices
    where id = ${device.id}`.execute(test.database)
  const ids = [device, hiddenDevice, waitingDevice, deletedDevice, linkedDevice].flatMap((each) => [
    each.id,
    each.sticker_number,
  ])
  return {
    ...{ device, hiddenDevice, waitingDevice, deletedDevice, linkedDevice },
    ...{ controller, testId: tested.id, transaction, report },
    claimed: { device: hiddenDevice, transaction },
    marks: [
      ...[mark, location, `${price}`, ...ids, controller.id, tested.id, transaction.id],
      ...[given.id, report.id, report.case_id, code],
    ],
  } as unknown as Place
}

/** All tables that changes by staff may affect. */
export async function everything(test: TestApp, { id }: TestUser): Promise<unknown> {
  const tables = ['devices', 'device_links', 'controllers', 'starts', 'report_cases']
  const more = ['reports', 'report_answers', 'memberships', 'transactions', 'refunds']
  const rows = await Promise.all(
    [...tables, ...more].map((table) =>
      sql`select * from ${sql.table(table)} as each order by each::text`.execute(test.database),
    ),
  )
  const events = await sql`select count(*) from audit_events where account_id = ${id}`.execute(
    test.database,
  )
  return [...rows, events].map((each) => each.rows)
}
