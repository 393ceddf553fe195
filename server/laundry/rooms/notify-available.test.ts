import type { Device } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { type NotificationChoices, notifications } from '@coinless/contract/notifications.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { rooms } from '@coinless/contract/rooms.ts'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { laundry } from '../../../test/support/laundry.ts'
import { makeMachine, passTime } from '../../../test/support/machine.ts'
import {
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  password,
  type TestUser,
} from '../../../test/support/make.ts'
import { deleteExpiredRows } from '../../jobs/retention.ts'
import { notifyAvailable } from './notify-available.ts'

const server = testApp({ publicUrl: 'https://coinless.example.com' })
const { payAt, makeRoom, expectState } = laundry(server)

const byMail: NotificationChoices = { push: [], mail: ['one_free'], quiet_hours: null }
const always = { from: '00:00', until: '00:00', time_zone: 'UTC' }
const halfAnHour = 30 * 60

const choose = (as: TestUser, body: NotificationChoices) =>
  server.call(notifications.choose, { as, body })

async function makeWaiter(choices = byMail) {
  const waiter = await makeUser(server, { email_verified: true })
  await choose(waiter, choices)
  return waiter
}

const sentTo = ({ sticker_number }: Device) => ({ params: { number: sticker_number } })
const wait = (as: TestUser, device: Device) => {
  const { device_type } = device
  return server.call(rooms.wait, { as, ...sentTo(device), body: { device_type } })
}

async function waitsOf(as: TestUser, device: Device) {
  const { data } = await server.call(rooms.waits, { as, ...sentTo(device) })
  return data.map(({ device_type }) => device_type)
}

/** Runs the background job of several servers at once. */
async function work() {
  const { database, parts } = server
  await Promise.all([1, 2, 3].map(() => notifyAvailable(database, parts.config)))
}

async function subjectsTo({ email }: TestUser) {
  const mails = (await server.mails()).filter(({ to }) => to === email)
  return mails.map(({ subject }) => subject).filter((subject) => subject.includes('is available'))
}

/** A washer without a controller that another user has paid for. */
async function makeBusy() {
  const landlord = await makeLandlord(server, { email_verified: true })
  const location = `Cellar of ${landlord.id}`
  const { code } = await makeCode(server, landlord)
  const addDevice = (facts: Parameters<typeof makeDevice>[2] = {}) =>
    makeDevice(server, landlord, { location, ...facts })
  const device = await addDevice()
  const payer = await makeUser(server)
  const id = await payAt(payer, device, code)
  const told = `A washer is available: ${location}`
  return { landlord, location, code, device, payer, id, addDevice, told }
}

describe('a user who waits for a room is notified of an available machine', () => {
  // id: notify-available-1
  test('once, like all others who wait, by any server, when its estimated end has passed', async () => {
    const { device, addDevice, id, told } = await makeBusy()
    await addDevice({ device_type: 'dryer' })
    const waiters = [await makeWaiter(), await makeWaiter()]
    for (const each of waiters) await wait(each, device)
    await passTime(server, id, halfAnHour - 60)
    await work()
    for (const each of waiters) expect(await subjectsTo(each)).toEqual([])
    await passTime(server, id, 61)
    await work()
    await work()
    for (const each of waiters) {
      expect(await subjectsTo(each)).toEqual([told])
      expect(await waitsOf(each, device)).toEqual([])
    }
    const mail = (await server.mails()).find(({ subject }) => subject === told)
    expect(mail?.text).toContain(`https://coinless.example.com/rooms/${device.sticker_number}`)
  })

  test('when its end was measured, but not while its controller is silent', async () => {
    const { device, machine, pay } = await makeRoom()
    const waiter = await makeWaiter()
    const id = await pay()
    await machine.answer('accepted')
    await expectState(id, 'running')
    await wait(waiter, device)
    await server.asOwner(`update cycles set state = 'finished', reason = 'time_over', ended_at = now(),
      next_check_at = null, open_link_id = null where id = '${id}'`)
    const hear = (heard: string) =>
      server.asOwner(`insert into controller_presence (controller_id, heard_at, connected_at)
        values ('${machine.controllerId}', ${heard}, ${heard})
        on conflict (controller_id) do update set heard_at = ${heard}, connected_at = ${heard}`)
    await hear(`now() - interval '${limits.presenceSeconds + 1} seconds'`)
    await work()
    expect(await subjectsTo(waiter)).toEqual([])
    await hear('now()')
    await work()
    expect(await subjectsTo(waiter)).toHaveLength(1)
  })

  test('not when their own cycle ends, and not after they have paid there', async () => {
    const { device, addDevice, code, id, told } = await makeBusy()
    const waiter = await makeWaiter()
    const second = await addDevice()
    const own = await payAt(waiter, second, code)
    await wait(waiter, device)
    await server.asOwner(`update cycles set run_since = now() - interval '30 minutes', ends_at = now()
      where id = '${own}'`)
    await work()
    expect(await waitsOf(waiter, device)).toEqual(['washer'])
    await passTime(server, id, halfAnHour + 1)
    await work()
    expect(await subjectsTo(waiter)).toEqual([told])
    await payAt(await makeUser(server), device, code)
    await wait(waiter, device)
    await payAt(waiter, second, code)
    await work()
    expect([await waitsOf(waiter, device), await subjectsTo(waiter)]).toEqual([[], [told]])
  })

  test('also when the machine that they paid for since did not start', async () => {
    const { landlord, device, addDevice, code, id, told } = await makeBusy()
    const waiter = await makeWaiter()
    const second = await addDevice()
    const machine = await makeMachine(server, landlord, second)
    await wait(waiter, device)
    const own = await payAt(waiter, second, code)
    await passTime(server, id, halfAnHour + 1)
    await work()
    expect(await subjectsTo(waiter)).toEqual([])
    await expect.poll(() => machine.starts.length).toBe(1)
    await machine.answer('fault')
    await expectState(own, 'not_started', 'fault')
    await work()
    expect(await subjectsTo(waiter)).toEqual([told])
  })

  test('after quiet hours if one is available then', async () => {
    const { device, id, code, payer, told } = await makeBusy()
    const waiter = await makeWaiter({ ...byMail, quiet_hours: always })
    await wait(waiter, device)
    await passTime(server, id, halfAnHour + 1)
    await work()
    await choose(waiter, byMail)
    const again = await payAt(payer, device, code)
    // The job has run and waits before the next check. A time further ahead is from another clock.
    await server.asOwner(`update room_waits set next_check_at = next_check_at + interval '1 day'`)
    await work()
    expect(await subjectsTo(waiter)).toEqual([])
    await passTime(server, again, halfAnHour + 1)
    await work()
    expect(await subjectsTo(waiter)).toEqual([told])
  })

  test('once a channel is enabled, and keeps waiting until then', async () => {
    const { device, id, told } = await makeBusy()
    const waiter = await makeWaiter({ ...byMail, mail: [] })
    await wait(waiter, device)
    await passTime(server, id, halfAnHour + 1)
    await work()
    expect(await waitsOf(waiter, device)).toEqual(['washer'])
    await choose(waiter, byMail)
    await work()
    expect(await subjectsTo(waiter)).toEqual([told])
  })

  // id: notify-available-2
  test('once when the first server dies before notifying', async () => {
    const { device, id, told } = await makeBusy()
    const waiter = await makeWaiter()
    await wait(waiter, device)
    await passTime(server, id, halfAnHour + 1)
    await server.asOwner(`create function die() returns trigger language plpgsql as
      $$ begin raise exception 'killed'; end $$;
      create trigger die before delete on room_waits for each row execute function die()`)
    await expect(notifyAvailable(server.database, server.parts.config)).rejects.toThrow('killed')
    await server.asOwner('drop function die() cascade')
    expect(await subjectsTo(waiter)).toEqual([])
    await work()
    expect(await subjectsTo(waiter)).toEqual([told])
  })
})

test('keeps one wait per type and room until it expires, is cancelled or the account closes', async () => {
  const { device, addDevice, id } = await makeBusy()
  const dryer = await addDevice({ device_type: 'dryer' })
  const waiter = await makeWaiter()
  await Promise.all([wait(waiter, device), wait(waiter, device)])
  await wait(waiter, dryer)
  expect(await waitsOf(waiter, dryer)).toEqual(['dryer', 'washer'])
  expect(await waitsOf(await makeUser(server), device)).toEqual([])
  const params = { ...sentTo(device).params, device_type: 'dryer' as const }
  const { data } = await server.call(rooms.stopWaiting, { as: waiter, params })
  const [left] = data
  const hours = (Date.parse(left?.expires_at ?? '') - Date.now()) / 3_600_000
  expect([data.length, Math.round(hours * 10) / 10]).toEqual([1, limits.roomWaitHours])
  const stored = () =>
    server.database.selectFrom('room_waits').selectAll().where('user_id', '=', waiter.id).execute()
  await server.asOwner(`update room_waits
    set expires_at = expires_at - interval '${limits.roomWaitHours} hours' where user_id = '${waiter.id}'`)
  await passTime(server, id, halfAnHour + 1)
  await work()
  expect([await waitsOf(waiter, device), await subjectsTo(waiter)]).toEqual([[], []])
  await deleteExpiredRows(server.database)
  expect(await stored()).toEqual([])
  await wait(waiter, device)
  expect(await stored()).toHaveLength(1)
  await server.call(ownAccount.close, { as: waiter, body: { current_password: password } })
  expect(await stored()).toEqual([])
})

test('rejects a wait where no machine of the type takes payments, and above the limit', async () => {
  const { device, landlord } = await makeBusy()
  const waiter = await makeWaiter()
  const refused = async (sticker_number: string, device_type: 'washer' | 'dryer') => {
    const sent = { as: waiter, params: { number: sticker_number }, body: { device_type } }
    return (await server.refused(rooms.wait, sent)).body.code
  }
  const closed = await makeDevice(server, landlord, { location: 'Attic', status: 'inactive' })
  expect(await refused(device.sticker_number, 'dryer')).toBe('sticker_not_found')
  expect(await refused(closed.sticker_number, 'washer')).toBe('sticker_not_found')
  for (let n = 0; n < limits.roomWaits; n++) {
    await wait(waiter, await makeDevice(server, landlord, { location: `Room ${n}` }))
  }
  expect(await refused(device.sticker_number, 'washer')).toBe('too_many_waits')
})

test('a user can stop waiting after all machines of the room are closed', async () => {
  const { device } = await makeBusy()
  const waiter = await makeWaiter()
  await wait(waiter, device)
  await server.asOwner(`update devices set status = 'inactive' where id = '${device.id}'`)
  const params = { ...sentTo(device).params, device_type: device.device_type }
  expect((await server.call(rooms.stopWaiting, { as: waiter, params })).data).toEqual([])
})
