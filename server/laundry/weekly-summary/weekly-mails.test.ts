import { type NotificationChoices, notifications } from '@coinless/contract/notifications.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { payments } from '@coinless/contract/payments.ts'
import { reports } from '@coinless/contract/reports.ts'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  password,
  type TestUser,
  termsOf,
} from '../../../test/support/make.ts'
import { sendWeeklySummaries } from './send.ts'

const server = testApp({ publicUrl: 'https://coinless.example.com' })
const zone = 'America/New_York'
let owner: TestUser
beforeEach(async () => {
  await server.asOwner('delete from weekly_mails')
  owner = await makeLandlord(server, { email_verified: true })
})

function choose(as: TestUser, weekly_mail: NotificationChoices['weekly_mail'], language = 'en') {
  return server.app.inject({
    method: 'PUT',
    url: `/api${notifications.choose.path}`,
    headers: { authorization: `Bearer ${as.token}`, 'accept-language': language },
    payload: { push: [], mail: [], quiet_hours: null, weekly_mail },
  })
}

/** Runs the background job of three servers at once. */
async function work() {
  const { database, parts } = server
  await Promise.all([1, 2, 3].map(() => sendWeeklySummaries(database, parts.config)))
}

async function mailsTo({ email }: TestUser) {
  await work()
  return (await server.mails()).filter(({ to }) => to === email)
}

/** Makes the next mail due, as on a Monday. */
const passWeek = () => server.asOwner(`update weekly_mails set due_at = now()`)

/** Earns $2.50 in the middle of last week, local time. */
async function earnLastWeek(as: TestUser) {
  const device = await makeDevice(server, as)
  const { code } = await makeCode(server, as)
  await server.call(payments.prepaid, {
    as: await makeUser(server),
    body: { ...termsOf(device), prepaid_code: code },
  })
  await server.asOwner(`set session_replication_role = replica;
    update transactions set created_at = (date_trunc('week', now() at time zone '${zone}') - interval '4 days')
      at time zone '${zone}' where device_id = '${device.id}'`)
  return device
}

test('sends no weekly summary unless the user chose it', async () => {
  await earnLastWeek(owner)
  await passWeek()
  expect(await mailsTo(owner)).toEqual([])
})

test('mails a landlord last week’s revenue and open reports on Monday morning, local time', async () => {
  const device = await earnLastWeek(owner)
  await choose(owner, { time_zone: zone })
  const { due_at } = await server.database
    .selectFrom('weekly_mails')
    .select('due_at')
    .where('user_id', '=', owner.id)
    .executeTakeFirstOrThrow()
  const clock = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, weekday: 'long', hour: 'numeric', minute: '2-digit' },
  })
  expect(clock.format(due_at)).toBe('Monday 8:00 AM')
  expect(await mailsTo(owner), 'not before').toEqual([])
  const reporter = await makeUser(server)
  const body = { device_id: device.id, kind: 'damaged' as const }
  await server.call(reports.create, { as: reporter, body })
  await passWeek()
  const [mail, ...more] = await mailsTo(owner)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Your week on Coinless: $2.50')
  expect(mail?.text).toContain('1 payment')
  expect(mail?.text).toContain('The week before: $0.00')
  expect(mail?.text).toContain(`Open reports: 1 (${device.device_number})`)
  expect(mail?.text).toContain('https://coinless.example.com/profile')
})

test('sends each week once, also after a crash or a new choice', async () => {
  await earnLastWeek(owner)
  await choose(owner, { time_zone: zone })
  await passWeek()
  expect(await mailsTo(owner)).toHaveLength(1)
  // With the same clock: elsewhere another week may have begun.
  await choose(owner, { time_zone: 'America/Toronto' })
  for (let n = 0; n < 2; n++) {
    await passWeek()
    expect(await mailsTo(owner)).toHaveLength(1)
  }
  await server.asOwner(
    `update weekly_mails set last_sent_week = last_sent_week - 7, due_at = now()`,
  )
  expect(await mailsTo(owner), 'of the next week').toHaveLength(2)
})

test('sends nothing when there is nothing to report', async () => {
  await makeDevice(server, owner)
  await choose(owner, { time_zone: zone })
  await passWeek()
  expect(await mailsTo(owner)).toEqual([])
})

test('uses the language in which it was chosen', async () => {
  await earnLastWeek(owner)
  await choose(owner, { time_zone: zone }, 'es')
  await passWeek()
  expect((await mailsTo(owner))[0]?.subject).toBe('Tu semana en Coinless: $2.50')
})

test('stops when it is turned off or the account closes, and keeps it on other choices', async () => {
  await earnLastWeek(owner)
  await choose(owner, { time_zone: zone })
  await choose(owner, undefined)
  const told = await server.call(notifications.get, { as: owner })
  expect(told.weekly_mail).toEqual({ time_zone: zone })
  await choose(owner, null)
  await passWeek()
  expect(await mailsTo(owner)).toEqual([])
  await choose(owner, { time_zone: zone })
  await server.call(ownAccount.close, { as: owner, body: { current_password: password } })
  const left = await server.database.selectFrom('weekly_mails').select('user_id').execute()
  expect(left).toEqual([])
})

test('sends nothing to an unverified address', async () => {
  const unverified = await makeLandlord(server)
  await earnLastWeek(unverified)
  await choose(unverified, { time_zone: zone })
  await passWeek()
  expect(await mailsTo(unverified)).toEqual([])
})

test('neither delays nor repeats a summary when the clock is set back', async () => {
  await earnLastWeek(owner)
  await choose(owner, { time_zone: zone })
  await server.asOwner(`update weekly_mails set due_at = now() + interval '30 days'`)
  expect(await mailsTo(owner)).toEqual([])
  const { due_at } = await server.database
    .selectFrom('weekly_mails')
    .select('due_at')
    .executeTakeFirstOrThrow()
  expect(due_at.getTime()).toBeLessThan(Date.now() + 8 * 24 * 3600 * 1000)
})
