import { cycles } from '@coinless/contract/cycles.ts'
import { limits } from '@coinless/contract/limits.ts'
import { type NotificationChoices, notifications } from '@coinless/contract/notifications.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { laundry } from '../../../test/support/laundry.ts'
import { passTime } from '../../../test/support/machine.ts'
import {
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
} from '../../../test/support/make.ts'
import { deliverNotifications } from '../../jobs/notifications.ts'
import { deleteExpiredRows } from '../../jobs/retention.ts'
import { checkDueCycles } from '../../payments/cycles/check-due.ts'
import { enqueueEndingSoon } from './enqueue.ts'

const server = testApp({ publicUrl: 'https://coinless.example.com' })
const { makeRoom, payAt, expectState } = laundry(server)

const both: NotificationChoices = { push: [], mail: ['five_minutes', 'done'], quiet_hours: null }

const choose = (as: TestUser, body: NotificationChoices) =>
  server.call(notifications.choose, { as, body })

/** Runs the background jobs of several servers at once. */
async function work() {
  const { database, parts } = server
  await Promise.all([enqueueEndingSoon(database), enqueueEndingSoon(database)])
  await Promise.all([1, 2, 3].map(() => deliverNotifications(database, parts.config)))
}

async function subjectsTo({ email }: TestUser) {
  const mails = (await server.mails()).filter(({ to }) => to === email)
  return mails.map(({ subject }) => subject).filter((subject) => !subject.startsWith('Receipt'))
}

/** A payer with all notifications by mail, at a machine without a controller. */
async function makePayer(duration_minutes = 30, choices = both) {
  const landlord = await makeLandlord(server)
  const tenant = await makeUser(server, { email_verified: true })
  const device = await makeDevice(server, landlord, { duration_minutes })
  const { code } = await makeCode(server, landlord)
  await choose(tenant, choices)
  return { tenant, id: await payAt(tenant, device, code) }
}

/** Moves only the end of the cycle. */
const moveEnd = (id: string, minutes: number) =>
  server.asOwner(`update cycles set ends_at = ends_at + interval '${minutes} minutes',
    next_check_at = next_check_at + interval '${minutes} minutes' where id = '${id}'`)

describe('a payer who chose mail is notified', () => {
  test('once, by any server, when five minutes are left and when the cycle is done', async () => {
    const { tenant, id } = await makePayer()
    await passTime(server, id, 24 * 60)
    await work()
    expect(await subjectsTo(tenant)).toEqual([])
    await passTime(server, id, 2 * 60)
    await work()
    await work()
    expect(await subjectsTo(tenant)).toEqual(['W-1: 4 minutes left'])
    await passTime(server, id, 5 * 60)
    await Promise.all([checkDueCycles(server.parts), checkDueCycles(server.parts)])
    await work()
    await work()
    expect(await subjectsTo(tenant)).toEqual(['W-1: 4 minutes left', 'W-1 is done'])
    const [mail] = (await server.mails()).filter(({ subject }) => subject === 'W-1 is done')
    expect(mail?.text).toContain(`https://coinless.example.com/payments?cycle=${id}`)
  })

  test('only once when the end of the cycle moves', async () => {
    const { tenant, id } = await makePayer()
    await passTime(server, id, 26 * 60)
    await work()
    await moveEnd(id, 20)
    await work()
    await moveEnd(id, -20)
    await work()
    expect(await subjectsTo(tenant)).toEqual(['W-1: 4 minutes left'])
  })

  test('not before the end of a short cycle or one that is about to end', async () => {
    const short = await makePayer(limits.notificationCycleMinutes - 1)
    await passTime(server, short.id, 5 * 60)
    const late = await makePayer()
    await passTime(server, late.id, 29 * 60 + 30)
    await work()
    expect([await subjectsTo(short.tenant), await subjectsTo(late.tenant)]).toEqual([[], []])
  })

  test('of nothing that they did not choose, and not at an unverified address', async () => {
    const none = await makePayer(30, { ...both, mail: [] })
    const claimed = await makePayer()
    await server.asOwner(
      `update users set email_verified = false where id = '${claimed.tenant.id}'`,
    )
    for (const { id } of [none, claimed]) await passTime(server, id, 26 * 60)
    await work()
    expect([await subjectsTo(none.tenant), await subjectsTo(claimed.tenant)]).toEqual([[], []])
  })
})

async function makeRunningRoom() {
  const room = await makeRoom()
  await server.asOwner(`update users set email_verified = true where id = '${room.tenant.id}'`)
  await choose(room.tenant, both)
  const id = await room.pay()
  await room.machine.answer('accepted')
  await expectState(id, 'running')
  return { ...room, id }
}

test('sends a done notification for a finished cycle with a controller', async () => {
  const { id, tenant } = await makeRunningRoom()
  await passTime(server, id, 30 * 60 + 6)
  await checkDueCycles(server.parts)
  await expectState(id, 'finished', 'time_over')
  await work()
  expect(await subjectsTo(tenant)).toEqual(['W-1 is done'])
})

test('sends nothing to a payer who stops their own machine', async () => {
  const { id, machine, tenant } = await makeRunningRoom()
  await passTime(server, id, 26 * 60)
  machine.state = null
  await server.call(cycles.stop, { as: tenant, params: { id } })
  await work()
  machine.state = {}
  await passTime(server, id, 5)
  await checkDueCycles(server.parts)
  await expectState(id, 'finished', 'stopped')
  await work()
  expect(await subjectsTo(tenant)).toEqual([])
})

describe('in quiet hours', () => {
  const always = { from: '00:00', until: '00:00', time_zone: 'UTC' }

  test('sends nothing, and afterwards only what still applies', async () => {
    const { tenant, id } = await makePayer(30, { ...both, quiet_hours: always })
    await passTime(server, id, 26 * 60)
    await work()
    await passTime(server, id, 5 * 60)
    await checkDueCycles(server.parts)
    await work()
    expect(await subjectsTo(tenant)).toEqual([])
    await choose(tenant, both)
    // The job has run and waits before the next try. A time further ahead is from another clock.
    await work()
    expect(await subjectsTo(tenant)).toEqual([])
    await server.asOwner(
      `update jobs set due_at = due_at + interval '1 day' where queue = 'notifications'`,
    )
    await work()
    await work()
    expect(await subjectsTo(tenant)).toEqual(['W-1 is done'])
  })
})

test('deletes old notifications, and exports the user’s choices', async () => {
  const { tenant, id } = await makePayer()
  await passTime(server, id, 26 * 60)
  await work()
  const kept = () =>
    server.database
      .selectFrom('notifications')
      .selectAll()
      .where('user_id', '=', tenant.id)
      .execute()
  await deleteExpiredRows(server.database)
  expect(await kept()).toHaveLength(1)
  await server.asOwner(
    `update notifications set expires_at = expires_at - interval '${limits.notificationKeptDays + 1} days'`,
  )
  await deleteExpiredRows(server.database)
  expect(await kept()).toEqual([])
  expect((await server.call(ownAccount.export, { as: tenant })).notifications).toEqual([
    { ...both, weekly_mail: null },
  ])
})

test('stores valid choices and rejects invalid ones', async () => {
  const as = await makeUser(server)
  expect(await server.call(notifications.get, { as })).toMatchObject({
    push: ['five_minutes', 'done', 'money_back', 'one_free', 'report'],
    mail: ['report'],
    quiet_hours: null,
    is_answered: false,
  })
  const quiet_hours = { from: '22:00', until: '07:00', time_zone: 'America/New_York' }
  const kept = { push: ['done' as const], mail: [], quiet_hours }
  expect(await choose(as, kept)).toMatchObject({ ...kept, is_answered: true })
  for (const [field, value] of [
    ['from', '24:00'],
    ['until', '7:00'],
    ['time_zone', 'Mars/Olympus'],
  ]) {
    const body = { ...kept, quiet_hours: { ...quiet_hours, [field as string]: value } }
    const refused = await server.refused(notifications.choose, { as, body })
    expect(refused.body.details).toMatchObject([{ field: `quiet_hours.${field}` }])
  }
  const refused = await server.refused(notifications.choose, {
    as,
    body: { ...kept, mail: ['money_back' as never] },
  })
  expect(refused.status).toBe(400)
})
