import { limits } from '@coinless/contract/limits.ts'
import { notifications } from '@coinless/contract/notifications.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { reports } from '@coinless/contract/reports.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  makeAcceptedDevice,
  makeGuest,
  makeLandlord,
  makeUser,
  password,
  type TestUser,
} from '../../../test/support/make.ts'
import { pushing } from '../../../test/support/pushing.ts'
import { reporting } from '../../../test/support/reporting.ts'
import { deadlocks, waitingForLocks } from '../../../test/support/waiting.ts'
import { deliverNotifications } from '../../jobs/notifications.ts'

const { service, server, subscribe, send } = await pushing()
const { say, answer, closeCase, reopenCase, onlyCase, reply } = reporting(server)

/** Runs the background job of several servers at once. */
async function work() {
  await Promise.all([1, 2, 3].map(() => deliverNotifications(server.database, server.parts.config)))
}

async function mailsTo({ email }: TestUser) {
  // Other mails are about accepting a device.
  return (await server.mails()).filter(({ to, subject }) => to === email && /W-1/.test(subject))
}
const subjectsTo = async (user: TestUser) => (await mailsTo(user)).map(({ subject }) => subject)

async function makeReported() {
  const owner = await makeLandlord(server, { email_verified: true })
  const landlord = await makeLandlord(server, { email_verified: true })
  const device = await makeAcceptedDevice(server, owner, landlord)
  const tenant = await makeUser(server, { email_verified: true })
  return { owner, landlord, device, tenant }
}

describe('an operator is notified', () => {
  test('once about a fault with many reports, and again when it returns after closing', async () => {
    const { owner, landlord, device, tenant } = await makeReported()
    await say(tenant, device, { text: 'It hums' })
    await work()
    await say(await makeUser(server), device)
    await work()
    for (const told of [owner, landlord]) {
      expect(await subjectsTo(told)).toEqual([`New problem report: ${device.device_number}`])
      expect((await mailsTo(told))[0]?.text).toContain('“It hums”')
    }
    expect(JSON.stringify(await mailsTo(owner))).not.toContain(tenant.full_name)
    const { id } = await onlyCase(owner)
    await closeCase(owner, id)
    await say(await makeUser(server), device)
    await work()
    expect(await subjectsTo(owner)).toHaveLength(2)
  })

  test('about a fault without the text of an unverified reporter', async () => {
    const { owner, device } = await makeReported()
    await subscribe(owner)
    await say(await makeUser(server), device, { text: 'Win at prize.example' })
    await say(await makeGuest(server), device, { kind: 'damaged', text: 'Win at prize.example' })
    await work()
    await send()
    const told = [await mailsTo(owner), service.received]
    expect(told.map(({ length }) => length)).toEqual([2, 2])
    expect(JSON.stringify(told)).not.toContain('prize.example')
    const { data } = await server.call(reports.listCases, { as: owner })
    const [newest] = data
    const { reports: said } = await server.call(reports.getCase, {
      as: owner,
      params: { id: newest?.id ?? '' },
    })
    expect(said).toMatchObject([{ text: 'Win at prize.example', reporter_name: '' }])
  })

  test('once about replies until they answer, without the text of an unverified reporter', async () => {
    const { owner, landlord, device, tenant } = await makeReported()
    const known = await say(tenant, device)
    const guest = await makeGuest(server)
    const unknown = await say(guest, device, { kind: 'damaged' })
    const { data } = await server.call(reports.listCases, { as: owner })
    const id = data.find(({ kind }) => kind === 'did_not_start')?.id ?? ''
    await reply(tenant, known, 'It hums again')
    await reply(tenant, known, 'And it leaks')
    await reply(guest, unknown, 'Win at prize.example')
    await server.asOwner(`update devices set landlord_accepted_at = null where id = '${device.id}'`)
    await work()
    const subject = `New message on a report about ${device.device_number}`
    const about = async (user: TestUser) =>
      (await mailsTo(user)).filter((mail) => mail.subject === subject).map(({ text }) => text)
    const told = await about(owner)
    expect(told).toHaveLength(2)
    expect(told.join()).toContain('“It hums again”')
    expect(told.join()).not.toContain('prize.example')
    expect([await about(landlord), await about(tenant)]).toEqual([[], []])
    await answer(owner, id, { text: 'We are on the way' })
    await reply(tenant, known, 'Thank you')
    await work()
    expect(await about(owner)).toHaveLength(3)
  })

  test('neither about own reports, nor at an unverified address, nor after losing the machine', async () => {
    const owner = await makeLandlord(server)
    const landlord = await makeLandlord(server, { email_verified: true })
    const device = await makeAcceptedDevice(server, owner, landlord)
    await say(landlord, device)
    await say(await makeUser(server), device, { kind: 'damaged' })
    await server.asOwner(`update devices set landlord_accepted_at = null where id = '${device.id}'`)
    await work()
    expect([await subjectsTo(owner), await subjectsTo(landlord)]).toEqual([[], []])
    const left = await server.database
      .selectFrom('jobs')
      .select('id')
      .where('queue', '=', 'notifications')
      .execute()
    expect(left, 'none stays due').toEqual([])
  })
})

describe('a reporter is notified', () => {
  test('once about an answer to them and about the closed case, by mail and push', async () => {
    const { owner, device, tenant } = await makeReported()
    await subscribe(tenant)
    const report = await say(tenant, device)
    const other = await makeUser(server, { email_verified: true })
    const theirs = await say(other, device)
    const { id } = await onlyCase(owner)
    await answer(owner, id, { text: 'Your $2.50 is back', report_id: report.id })
    await closeCase(owner, id)
    await work()
    await work()
    const subjects = [`Answer to your report about W-1`, `Your report about W-1 is resolved`]
    expect((await subjectsTo(tenant)).sort()).toEqual(subjects)
    expect(await subjectsTo(other)).toEqual(subjects.slice(1))
    const [mail] = await mailsTo(other)
    expect(mail?.text).not.toContain('$2.50')
    await send()
    const told = service.received.map(({ push }) => push)
    expect(told.map(({ path }) => path)).toEqual([`/reports/${report.id}`, `/reports/${report.id}`])
    expect(JSON.stringify(told)).toContain('Your $2.50 is back')
    expect(JSON.stringify(told)).not.toContain(theirs.id)
  })

  test('by few mails a day of a case that is resolved again and again', async () => {
    const { owner, device, tenant } = await makeReported()
    await say(tenant, device)
    const { id } = await onlyCase(owner)
    for (let n = 0; n < limits.resolvedMailsToAddress + 2; n++) {
      await closeCase(owner, id)
      await work()
      await reopenCase(owner, id)
    }
    expect(await mailsTo(tenant)).toHaveLength(limits.resolvedMailsToAddress)
    await server.asOwner("update unrequested_mails set created_at = created_at - interval '1 day'")
    await closeCase(owner, id)
    await work()
    expect(await mailsTo(tenant)).toHaveLength(limits.resolvedMailsToAddress + 1)
  })

  test('according to their settings: not at all, or after quiet hours', async () => {
    const { owner, device, tenant } = await makeReported()
    const choose = (mail: 'report'[], isQuiet = false) => {
      const quiet_hours = isQuiet ? { from: '00:00', until: '00:00', time_zone: 'UTC' } : null
      return server.call(notifications.choose, {
        as: tenant,
        body: { push: [], mail, quiet_hours },
      })
    }
    const { id: report_id } = await say(tenant, device)
    const { id } = await onlyCase(owner)
    await choose([])
    await answer(owner, id, { text: 'One', report_id })
    await work()
    await choose(['report'], true)
    await answer(owner, id, { text: 'Two', report_id })
    await work()
    expect(await mailsTo(tenant)).toEqual([])
    await choose(['report'])
    // As after the clock was set back.
    await server.asOwner(`update jobs set due_at = now() + interval '1 day'
      where queue = 'notifications'`)
    await work()
    const texts = (await mailsTo(tenant)).map(({ text }) => text)
    expect(texts).toEqual([expect.stringContaining('“Two”')])
  })
})

test('closes an account during its notification without a deadlock', async () => {
  const { owner, device, tenant } = await makeReported()
  await subscribe(owner)
  await say(tenant, device)
  const before = await deadlocks(server)
  const calls = await server.database.transaction().execute(async (holding) => {
    await sql`select from push_subscriptions where user_id = ${owner.id} for update`.execute(
      holding,
    )
    const body = { current_password: password }
    const closing = server.call(ownAccount.close, { as: owner, body })
    await expect.poll(() => waitingForLocks(server)).toBe(1)
    let isTold = false
    const telling = work().finally(() => {
      isTold = true
    })
    const isThere = async () => isTold || (await waitingForLocks(server)) > 1
    await expect.poll(isThere).toBe(true)
    return [closing, telling]
  })
  await Promise.all(calls)
  expect(await deadlocks(server)).toBe(before)
})
