import { type Device, devices } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { rooms } from '@coinless/contract/rooms.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makePastPayment } from '../../../test/support/history.ts'
import {
  makeController,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
} from '../../../test/support/make.ts'

const server = testApp()
const minute = 60_000

const scan = ({ sticker_number }: Device) =>
  server.call(rooms.scanned, { params: { sticker_number } })

const numbersOf = (listed: { device_number: string }[]) =>
  listed.map(({ device_number }) => device_number)

/** Lets a device run for ten more minutes; on a controller if it is linked. */
async function run(device: Device) {
  const payer = await makeUser(server)
  const at = new Date(Date.now() - minute)
  const { id } = await makePastPayment(server, payer, device, { at })
  await sql`insert into cycles (id, transaction_id, device_id, open_link_id, state, is_measured, money,
      next_check_at, run_since, ends_at)
    values (${id}, ${id}, ${device.id}, (select id from device_links where device_id = ${device.id}),
      'running', true, 'taken', now(), ${at}, now() + interval '10 minutes')`.execute(
    server.database,
  )
}

/** Links a device to a controller that has just been heard. */
async function link(device: Device, owner: TestUser) {
  const { id } = await makeController(server, owner)
  await sql`insert into controller_presence (controller_id, heard_at, connected_at)
    values (${id}, now(), now())`.execute(server.database)
  await sql`insert into device_links (device_id, controller_id, channel, switching)
    values (${device.id}, ${id}, 1, 'relay')`.execute(server.database)
}

// id: scanned-machine-1
test('shows anyone the facts on a machine and its state, and no person behind it', async () => {
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner, { location: 'Basement' })
  await makeDevice(server, owner, { location: 'Basement' })
  const shown = await scan(device)
  const { label, device_number, device_type, price, duration_minutes, sticker_number } = device
  const facts = { label, device_number, device_type, price, duration_minutes, sticker_number }
  expect(shown).toEqual({
    ...facts,
    location: 'Basement',
    offers: null,
    is_open: true,
    now: expect.objectContaining({ state: 'free', takes_payment: true }),
    others: [],
  })
  for (const secret of [device.id, owner.id, owner.email, owner.full_name]) {
    expect(JSON.stringify(shown)).not.toContain(secret)
  }
})

test('shows a busy machine with the available ones beside it, of its type first', async () => {
  const owner = await makeLandlord(server)
  const place = { location: 'Yard' }
  const busy = await makeDevice(server, owner, { ...place, device_number: 'W-1' })
  const alsoBusy = await makeDevice(server, owner, { ...place, device_number: 'W-2' })
  await makeDevice(server, owner, { ...place, device_number: 'D-1', device_type: 'dryer' })
  await makeDevice(server, owner, { ...place, device_number: 'W-3' })
  await makeDevice(server, owner, { ...place, device_number: 'W-4', status: 'inactive' })
  await makeDevice(server, owner, { location: 'Attic', device_number: 'W-5' })
  await link(busy, owner)
  await run(busy)
  await run(alsoBusy)
  const { now, others } = await scan(busy)
  expect(now).toMatchObject({ state: 'running', takes_payment: false })
  expect(now.remaining_seconds).toBeGreaterThan(9 * 60)
  expect(numbersOf(others)).toEqual(['W-3', 'D-1'])
  // Nothing switches it: the end is an estimate, and a payment is accepted.
  const byTheClock = await scan(alsoBusy)
  expect(byTheClock.now).toMatchObject({ state: 'running', takes_payment: true })
  expect(numbersOf(byTheClock.others)).toEqual(['W-3', 'D-1'])
})

test('says of a machine out of order that it takes no payment', async () => {
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner)
  await link(device, owner)
  await sql`update device_links set out_of_order_at = now() where device_id = ${device.id}`.execute(
    server.database,
  )
  const { is_open, now } = await scan(device)
  expect([is_open, now.state, now.takes_payment]).toEqual([true, 'out_of_order', false])
})

test('shows a closed machine with the others, and hides one that strangers may never see', async () => {
  const owner = await makeLandlord(server)
  const other = await makeLandlord(server, { email_verified: true })
  const place = { location: 'Cellar' }
  const open = await makeDevice(server, owner, { ...place, device_number: 'W-1' })
  const closed = await makeDevice(server, owner, { ...place, status: 'disabled' })
  const { is_open, others } = await scan(closed)
  expect([is_open, numbersOf(others)]).toEqual([false, ['W-1']])
  const unaccepted = await makeDevice(server, owner, { landlord_email: other.email })
  await server.call(devices.delete, { as: owner, params: { id: open.id } })
  for (const { sticker_number } of [unaccepted, open]) {
    const { status, body } = await server.refused(rooms.scanned, { params: { sticker_number } })
    expect([status, body.code]).toEqual([404, 'sticker_not_found'])
  }
})

test(`names at most ${limits.scannedOthers} others`, async () => {
  const owner = await makeLandlord(server)
  const place = { location: 'Hall' }
  const closed = await makeDevice(server, owner, { ...place, status: 'inactive' })
  for (let n = 0; n <= limits.scannedOthers; n++) await makeDevice(server, owner, place)
  expect((await scan(closed)).others).toHaveLength(limits.scannedOthers)
})
