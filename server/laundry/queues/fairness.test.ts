import { deviceLinks } from '@coinless/contract/device-links.ts'
import type { Device } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { queues } from '@coinless/contract/queues.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { answered, testApp } from '../../../test/support/app.ts'
import { laundry } from '../../../test/support/laundry.ts'
import { beginCycle } from '../../../test/support/links.ts'
import { makeController, makeGuest, type TestUser } from '../../../test/support/make.ts'
import { makeQueueRoom, queueCalls } from '../../../test/support/queues.ts'
import { deliverNotifications } from '../../jobs/notifications.ts'

const server = testApp()
const { payAt } = laundry(server)
const { join, queuesOf, advance } = queueCalls(server)

const outcomesOf = async ({ id }: TestUser) =>
  Promise.all(
    (['queue_entries', 'machine_holds'] as const).map(async (table) => {
      const rows = await server.database
        .selectFrom(table)
        .select('outcome')
        .where('user_id', '=', id)
        .orderBy('created_at')
        .execute()
      return rows.map(({ outcome }) => outcome)
    }),
  )

/** A room of two washers, one of which is held for the only person in line. */
async function roomWithTurn() {
  const room = await makeQueueRoom(server, 2)
  const [user] = (await room.people(1)) as [TestUser]
  await join(user, room.number)
  await advance()
  const { data } = await queuesOf(user, room.number)
  const isHeld = ({ id }: Device) => id === data[0]?.entry?.turn?.device_id
  const machines = [room.device, ...room.others]
  const held = machines.find(isHeld) as Device
  return { ...room, user, held, other: machines.find((each) => each !== held) as Device }
}

test('a turn at one machine ends when its user pays at another in the room', async () => {
  const { user, other, code } = await roomWithTurn()
  await payAt(user, other, code)
  await advance()
  expect(await outcomesOf(user)).toEqual([['served'], ['used']])
})

test('adding time at a machine in use keeps the place in line for another', async () => {
  const { device, number, code, people } = await makeQueueRoom(server)
  const [user] = (await people(1)) as [TestUser]
  await payAt(user, device, code)
  await join(user, number)
  await payAt(user, device, code)
  await advance()
  expect(await outcomesOf(user)).toEqual([[null], []])
})

test('a machine that becomes another type in a turn is no longer held, and the place stays', async () => {
  const { landlord, number, user, held } = await roomWithTurn()
  await queueCalls(server).setRules(landlord, number, { queue_types: ['washer', 'dryer'] })
  await server.asOwner(`update devices set device_type = 'dryer' where id = '${held.id}'`)
  await advance()
  expect((await outcomesOf(user))[1]?.[0]).toBe('closed')
  expect((await outcomesOf(user))[0]).toEqual([null])
})

test('a hold ends on time while more machines are held than one statement settles', async () => {
  const { user, held } = await roomWithTurn()
  await sql`with many as (
      select gen_random_uuid() as user_id, gen_random_uuid() as device_id, number
      from generate_series(1, ${limits.queueStepsAtOnce + 5}::integer) as number
    ), holders as (
      insert into users (id, email, full_name, password_hash, user_type)
      select user_id, user_id || '@example.com', '', '', 'tenant' from many
    ), machines as (
      insert into devices (id, owner_id, location, landlord_email, label, device_number, device_type, price, duration_minutes)
      select many.device_id, owner_id, location, landlord_email, label, 'H-' || number, device_type, price, duration_minutes
      from many, devices where devices.id = ${held.id}
    )
    insert into machine_holds (id, device_id, user_id, expires_at)
    select ('00000000-0000-4000-8000-' || lpad(number::text, 12, '0'))::uuid, device_id, user_id, now() + interval '1 hour'
    from many`.execute(server.database)
  await server.asOwner(`update machine_holds set created_at = created_at - interval '1 hour', expires_at = now()
    where user_id = '${user.id}'`)
  await advance()
  expect((await outcomesOf(user))[1]?.[0]).toBe('unused')
})

test('of many guests of one network at once, only so many get in line', async () => {
  const { number } = await makeQueueRoom(server)
  const guests = await Promise.all(
    Array.from({ length: limits.queueGuestsOfNetwork + 4 }, () => makeGuest(server)),
  )
  const body = { device_type: 'washer' } as const
  const answers = await Promise.all(
    guests.map((as) => answered(server.app, queues.join, as, { params: { number }, body })),
  )
  const joined = answers.filter(({ status }) => status < 300)
  expect(joined).toHaveLength(limits.queueGuestsOfNetwork)
})

test('a machine that does not start costs no turn, even after its end', async () => {
  const { landlord, device, number, people } = await makeQueueRoom(server)
  const [user] = (await people(1)) as [TestUser]
  await join(user, number)
  await advance()
  const { id } = await makeController(server, landlord)
  const params = { id: device.id }
  const body = { controller_id: id, channel: 1, switching: 'relay' } as const
  await server.call(deviceLinks.create, { as: landlord, params, body })
  const cycle = await beginCycle(server, user, device)
  await server.asOwner(`update machine_holds set expires_at = now() where user_id = '${user.id}'`)
  await advance()
  expect(await outcomesOf(user)).toEqual([[null], [null]])
  await cycle.end()
  await server.call(deviceLinks.remove, { as: landlord, params })
  await advance()
  expect(await outcomesOf(user)).toEqual([[null], ['closed', null]])
})

test('tells people in line when the last machine moves to a room that exists', async () => {
  const { landlord, device, number, add, code, people } = await makeQueueRoom(server)
  const { location } = await add({ location: `Attic of ${landlord.id}` })
  const [payer, user] = (await people(2)) as [TestUser, TestUser]
  await payAt(payer, device, code)
  await join(user, number)
  await server.asOwner(`update devices set location = '${location}' where id = '${device.id}'`)
  await advance()
  await deliverNotifications(server.database, server.parts.config)
  const mails = (await server.mails()).filter(({ to }) => to === user.email)
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^You are no longer in line/),
  ])
})
