import { devices } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { queues } from '@coinless/contract/queues.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { laundry } from '../../../test/support/laundry.ts'
import {
  deviceBody,
  makeGuest,
  makeUser,
  password,
  type TestUser,
} from '../../../test/support/make.ts'
import { makeQueueRoom, queueCalls } from '../../../test/support/queues.ts'
import { deliverNotifications } from '../../jobs/notifications.ts'
import { deleteExpiredRows } from '../../jobs/retention.ts'

const server = testApp({ publicUrl: 'https://coinless.example.com' })
const { payAt } = laundry(server)
const { join, leave, queuesOf, hold, release, advance, setRules } = queueCalls(server)

async function subjectsTo({ email }: TestUser) {
  await deliverNotifications(server.database, server.parts.config)
  const mails = (await server.mails()).filter(({ to }) => to === email)
  return mails.map(({ subject }) => subject).filter((subject) => !subject.includes('Receipt'))
}

const outcomesOf = async (table: 'machine_holds' | 'queue_entries', { id }: TestUser) =>
  (
    await server.database
      .selectFrom(table)
      .select('outcome')
      .where('user_id', '=', id)
      .orderBy('created_at')
      .execute()
  ).map(({ outcome }) => outcome)

const passHolds = (of: TestUser) =>
  server.asOwner(`update machine_holds set created_at = created_at - interval '1 hour', expires_at = now()
    where user_id = '${of.id}' and ended_at is null`)

describe('a user is notified', () => {
  test('of their turn, with a link to pay, and that they missed it, also in quiet hours', async () => {
    const { device, number, people } = await makeQueueRoom(server)
    const [user] = (await people(1)) as [TestUser]
    await server.asOwner(`insert into notification_preferences (user_id, push, mail, quiet_from, quiet_until, time_zone)
      values ('${user.id}', '{one_free}', '{one_free}', '00:00', '00:00', 'UTC')`)
    await join(user, number)
    await advance()
    expect(await subjectsTo(user)).toEqual([`${device.device_number} is held for you for 5 min`])
    const [mail] = (await server.mails()).filter(({ to }) => to === user.email)
    expect(mail?.text).toContain(`https://coinless.example.com/payments?device=${device.id}`)
    for (let missed = 0; missed < limits.missedTurns; missed++) {
      await passHolds(user)
      await advance()
    }
    await passHolds(user)
    await advance()
    expect(
      (await subjectsTo(user)).filter((subject) => subject === 'You missed your turn'),
    ).toHaveLength(limits.missedTurns)
    expect(await outcomesOf('queue_entries', user)).toEqual(['missed'])
  })

  test('not of a turn that has ended before delivery', async () => {
    const { number, people } = await makeQueueRoom(server)
    const [user] = (await people(1)) as [TestUser]
    await join(user, number)
    await advance()
    await leave(user, number)
    expect(await subjectsTo(user)).toEqual([])
  })

  test('when the queue is turned off, no machine is left, or they waited too long', async () => {
    const { landlord, device, number, code, people } = await makeQueueRoom(server)
    const [payer, user] = (await people(2)) as [TestUser, TestUser]
    await payAt(payer, device, code)
    await join(user, number)
    await setRules(landlord, number, { queue_types: [] })
    await advance()
    await setRules(landlord, number)
    await join(user, number)
    await server.asOwner(`update queue_entries set expires_at = now() where user_id = '${user.id}'`)
    await advance()
    await join(user, number)
    await server.call(devices.delete, { as: landlord, params: { id: device.id } })
    await advance()
    expect(await outcomesOf('queue_entries', user)).toEqual(['closed', 'expired', 'closed'])
    expect((await subjectsTo(user)).map((subject) => subject.split(':')[0])).toEqual(
      Array.from({ length: 3 }, () => 'You are no longer in line'),
    )
  })

  test('when the machine held for them closes, and keeps the place in line', async () => {
    const { landlord, device, others, number, people } = await makeQueueRoom(server, 2)
    const [user, holder] = (await people(2)) as [TestUser, TestUser]
    await join(user, number)
    await advance()
    const held = (await queuesOf(user, number)).data[0]?.entry?.turn?.device_id
    const closed = [device, ...others].find(({ id }) => id === held)
    const other = [device, ...others].find(({ id }) => id !== held)
    await hold(holder, other as typeof device)
    const body = { ...deviceBody, landlord_email: landlord.email, status: 'disabled' } as const
    for (const { id, location, device_number } of [closed, other].flatMap((each) => each ?? [])) {
      const sent = { ...body, location, device_number }
      await server.call(devices.update, { as: landlord, params: { id }, body: sent })
    }
    await advance()
    expect(await outcomesOf('machine_holds', holder)).toEqual(['closed'])
    expect(await subjectsTo(holder)).toEqual([`${other?.device_number} is no longer available`])
    expect(await outcomesOf('machine_holds', user)).toEqual(['closed'])
    expect(await subjectsTo(user)).toContain(`${closed?.device_number} is no longer available`)
  })
})

test('ends holds and entries of a closed account, and deletes old rows', async () => {
  const { device, number, people } = await makeQueueRoom(server, 2)
  const [closing, user] = (await people(2)) as [TestUser, TestUser]
  await join(closing, number)
  await advance()
  await server.call(ownAccount.close, { as: closing, body: { current_password: password } })
  expect(await outcomesOf('queue_entries', closing)).toEqual([])
  await hold(user, device)
  await release(user, device)
  const age = limits.queueKeptDays + 1
  await server.asOwner(
    `update machine_holds set ended_at = ended_at - interval '${age} days' where user_id = '${user.id}'`,
  )
  await deleteExpiredRows(server.database)
  expect(await outcomesOf('machine_holds', user)).toEqual([])
})

test('ends holds and entries that come from the future, when the clock is set back', async () => {
  const { device, others, number, people } = await makeQueueRoom(server, 2, {
    queue_types: ['washer'],
  })
  const [holder, waiting] = (await people(2)) as [TestUser, TestUser]
  await hold(holder, device)
  await join(waiting, number)
  await server.asOwner(`update machine_holds set created_at = now() + interval '1 day', expires_at = now() + interval '1 day'
    where user_id = '${holder.id}'`)
  await server.asOwner(
    `update queue_entries set created_at = now() + interval '1 day' where user_id = '${waiting.id}'`,
  )
  await advance()
  expect(await outcomesOf('machine_holds', holder)).toEqual(['closed'])
  expect([others.length, await outcomesOf('queue_entries', waiting)]).toEqual([1, ['expired']])
})

describe('refuses', () => {
  test('a queue or hold that the landlord has not turned on', async () => {
    const { landlord, device, number, people } = await makeQueueRoom(server)
    const [user] = (await people(1)) as [TestUser]
    await setRules(landlord, number, { queue_types: ['dryer'], hold_types: ['dryer'] })
    const params = { number }
    const joined = server.refused(queues.join, {
      as: user,
      params,
      body: { device_type: 'washer' },
    })
    expect((await joined).body.code).toBe('queue_off')
    const missing = server.refused(queues.join, {
      as: user,
      params,
      body: { device_type: 'dryer' },
    })
    expect((await missing).body.code).toBe('sticker_not_found')
    const held = server.refused(queues.hold, { as: user, params: { id: device.id } })
    expect((await held).body.code).toBe('holds_off')
  })

  test('a hold of a busy machine, before others in line, twice, and in the pause', async () => {
    const { device, others, number, code, people } = await makeQueueRoom(server, 3)
    const [payer, holder, other] = (await people(3)) as [TestUser, TestUser, TestUser]
    const refusedHold = async (as: TestUser, { id }: { id: string }) =>
      (await server.refused(queues.hold, { as, params: { id } })).body.code
    const [second, third] = others as [typeof device, typeof device]
    await payAt(payer, device, code)
    expect(await refusedHold(holder, device)).toBe('device_not_available')
    await hold(holder, second)
    await hold(holder, second)
    expect(await refusedHold(holder, third)).toBe('one_hold_only')
    expect(await refusedHold(other, second)).toBe('device_not_available')
    await release(holder, second)
    expect(await refusedHold(holder, third)).toBe('hold_paused')
    await join(other, number)
    expect(await refusedHold(payer, third)).toBe('others_in_line')
  })

  test('more people than a queue takes, and more guests of one network', async () => {
    const { device, number } = await makeQueueRoom(server)
    const asked = async (as: TestUser) => {
      const sent = { as, params: { number }, body: { device_type: 'washer' } } as const
      return (await server.refused(queues.join, sent)).body.code
    }
    const fill = (count: number) =>
      sql`with made as (
          insert into users (id, email, full_name, password_hash, user_type, is_guest)
          select id, guest_email(id), '', '', 'tenant', true
          from (select gen_random_uuid() as id from generate_series(1, ${count}::integer)) as new
          returning id
        ), seen as (
          insert into sessions (user_id, expires_at, network) select id, now() + interval '1 day', '127.0.0.1' from made
        )
        insert into queue_entries (room_id, device_type, user_id, language, expires_at)
        select room_id, device_type, made.id, 'en', now() + interval '1 hour'
        from made, devices where devices.id = ${device.id}`.execute(server.database)
    await fill(limits.queueGuestsOfNetwork)
    expect(await asked(await makeGuest(server))).toBe('too_many_guests_queue')
    await fill(limits.queueLength - limits.queueGuestsOfNetwork)
    expect(await asked(await makeUser(server))).toBe('queue_full')
  })
})
