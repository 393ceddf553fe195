import type { Device } from '@coinless/contract/devices.ts'
import { payments } from '@coinless/contract/payments.ts'
import { queues } from '@coinless/contract/queues.ts'
import { rooms } from '@coinless/contract/rooms.ts'
import { describe, expect, test } from 'vitest'
import { answered, testApp } from '../../../test/support/app.ts'
import { laundry } from '../../../test/support/laundry.ts'
import { expectNotification, followPage } from '../../../test/support/live-page.ts'
import { passTime } from '../../../test/support/machine.ts'
import { makeUser, type TestUser, termsOf } from '../../../test/support/make.ts'
import { makeQueueRoom, queueCalls } from '../../../test/support/queues.ts'

const server = testApp({ publicUrl: 'https://coinless.example.com' })
const { payAt } = laundry(server)
const { join, leave, queuesOf, hold, release, advance } = queueCalls(server)

const halfAnHour = 30 * 60

async function refusedPayment(as: TestUser, device: Device, prepaid_code: string) {
  const { body } = await server.refused(payments.prepaid, {
    as,
    body: { ...termsOf(device), prepaid_code },
  })
  return [body.code, body.error]
}

async function entryOf(as: TestUser, number: string) {
  const { data } = await queuesOf(as, number)
  return data[0]?.entry ?? null
}

/** As if the turn or hold had lasted its time. */
const passHold = (device: Device) =>
  server.asOwner(`update machine_holds set created_at = created_at - interval '1 hour',
    expires_at = now() where device_id = '${device.id}' and ended_at is null`)

describe('a queue', () => {
  // id: queues-1
  test('holds the machine for the first in line, who alone can pay', async () => {
    const { device, number, code, people } = await makeQueueRoom(server)
    const [payer, first, second, passerBy] = (await people(4)) as [
      TestUser,
      TestUser,
      TestUser,
      TestUser,
    ]
    const cycle = await payAt(payer, device, code)
    await join(first, number)
    await join(second, number)
    await advance()
    expect(await entryOf(second, number)).toMatchObject({ position: 2, turn: null })
    await passTime(server, cycle, halfAnHour + 1)
    expect(await refusedPayment(passerBy, device, code)).toEqual([
      'held_for_another',
      'Others are in line for this machine. Nothing was charged. Join the queue, or choose another machine.',
    ])
    await advance()
    expect(await entryOf(first, number)).toMatchObject({
      position: 1,
      turn: { device_id: device.id, device_number: device.device_number },
    })
    expect((await refusedPayment(second, device, code))[1]).toMatch(
      /^This machine is held for someone else for 5 more min\. Nothing was charged\./,
    )
    await payAt(first, device, code)
    await advance()
    expect(await entryOf(first, number)).toBeNull()
    expect(await entryOf(second, number)).toMatchObject({ position: 1, turn: null })
  })

  // id: queues-2
  test('gives a missed turn to the next, and ends an entry after two', async () => {
    const { device, number, people } = await makeQueueRoom(server)
    const [first, second] = (await people(2)) as [TestUser, TestUser]
    await join(first, number)
    await join(second, number)
    await advance()
    await passHold(device)
    await advance()
    expect(await entryOf(second, number)).toMatchObject({
      position: 1,
      turn: { device_id: device.id },
    })
    expect(await entryOf(first, number)).toMatchObject({ position: 2, turn: null })
    await leave(second, number)
    await advance()
    expect(await entryOf(first, number)).toMatchObject({ turn: { device_id: device.id } })
    await passHold(device)
    await advance()
    expect(await entryOf(first, number)).toBeNull()
  })
})

describe('a hold', () => {
  // id: queues-3
  test('refuses payments of others until it ends, then cannot be repeated at once', async () => {
    const { device, others, number, code, people } = await makeQueueRoom(server, 2)
    const [holder, other] = (await people(2)) as [TestUser, TestUser]
    const { hold: held } = await hold(holder, device)
    expect(held).toMatchObject({ device_id: device.id })
    expect(await refusedPayment(other, device, code)).toEqual([
      'held_for_another',
      `This machine is held for someone else for 10 more min. Nothing was charged. Available in the same room: ${others[0]?.device_number}.`,
    ])
    await release(holder, device)
    await payAt(other, device, code)
    expect((await queuesOf(holder, number)).no_hold_until).toEqual(expect.any(String))
  })
})

test('a hold that ends when its holder acts elsewhere is told to those who follow its machine', async () => {
  const [here, there] = [await makeQueueRoom(server), await makeQueueRoom(server)]
  const { changes } = server.parts
  const [user] = (await here.people(1)) as [TestUser]
  await hold(user, here.device)
  await passHold(here.device)
  await expectNotification(changes, here.device.id, () => hold(user, there.device))
  await passHold(there.device)
  const room = await server.call(rooms.get, { as: user, params: { number: there.number } })
  await expectNotification(changes, room.id, () => release(user, there.device))
})

test('tells how many machines of a type people hold, without turns', async () => {
  const { device, others, number, people } = await makeQueueRoom(server, 2)
  const [holder, other] = (await people(2)) as [TestUser, TestUser]
  await hold(holder, device)
  await join(other, number)
  await advance()
  expect((await entryOf(other, number))?.turn?.device_id).toBe(others[0]?.id)
  expect((await queuesOf(holder, number)).data[0]).toMatchObject({ waiting: 1, held: 1 })
  await passHold(device)
  expect((await queuesOf(holder, number)).data[0]?.held).toBe(0)
})

describe('at once', () => {
  test('200 people join one queue, each with a position of their own', async () => {
    const { landlord, device, number, code } = await makeQueueRoom(server)
    await payAt(landlord, device, code)
    const users = await Promise.all(Array.from({ length: 200 }, () => makeUser(server)))
    await Promise.all(users.map((user) => join(user, number)))
    const positions = await Promise.all(
      users.map(async (user) => (await entryOf(user, number))?.position),
    )
    expect(positions.sort((one, other) => (one ?? 0) - (other ?? 0))).toEqual(
      users.map((_user, place) => place + 1),
    )
  })

  // id: queues-4
  test('of many who hold one machine while others pay there, one succeeds', async () => {
    const { device, number, code, people } = await makeQueueRoom(server)
    const users = await people(20)
    const body = { ...termsOf(device), prepaid_code: code }
    const answers = await Promise.all(
      users.map((as, place) =>
        place % 2
          ? answered(server.app, queues.hold, as, { params: { id: device.id } })
          : answered(server.app, payments.prepaid, as, { body }),
      ),
    )
    const held = answers.filter(({ status }, place) => place % 2 && status === 200)
    const paid = answers.filter(({ status }, place) => !(place % 2) && status < 300)
    expect(held.length === 1 ? paid.length : held.length).toBe(0)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect((await queuesOf(users[0] as TestUser, number)).data[0]?.waiting).toBe(0)
  })
})

test('a page that follows the room gets changes of its queue', async () => {
  const { landlord, device, number, code, people } = await makeQueueRoom(server)
  const [user, other] = (await people(2)) as [TestUser, TestUser]
  await payAt(landlord, device, code)
  const room = await server.call(rooms.get, { as: user, params: { number } })
  const page = await followPage(server.app, user, { room: room.id })
  await expect.poll(() => page.queues?.data[0]?.waiting).toBe(0)
  await join(other, number)
  await expect.poll(() => page.queues?.data[0]?.waiting).toBe(1)
  expect(page.queues?.data[0]?.entry).toBeNull()
})
