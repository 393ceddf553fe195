import { audit } from '@coinless/contract/audit.ts'
import { auth } from '@coinless/contract/auth.ts'
import { bulkChanges } from '@coinless/contract/bulk-changes.ts'
import { calendars } from '@coinless/contract/calendars.ts'
import { chosenRows } from '@coinless/contract/chosen-rows.ts'
import { devices } from '@coinless/contract/devices.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { idempotencyKeys } from '@coinless/contract/idempotency-keys.ts'
import { limits } from '@coinless/contract/limits.ts'
import { mail } from '@coinless/contract/mail.ts'
import { notifications } from '@coinless/contract/notifications.ts'
import { passkeys } from '@coinless/contract/passkeys.ts'
import { payments } from '@coinless/contract/payments.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { queues } from '@coinless/contract/queues.ts'
import { reports } from '@coinless/contract/reports.ts'
import { rooms } from '@coinless/contract/rooms.ts'
import { search } from '@coinless/contract/search.ts'
import { secondFactor } from '@coinless/contract/second-factor.ts'
import { staff } from '@coinless/contract/staff.ts'
import { topUps } from '@coinless/contract/top-ups.ts'
import { me } from '@coinless/contract/users.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { statusOf, testApp } from '../../../test/support/app.ts'
import { rows } from '../../../test/support/calls.ts'
import {
  deviceBody,
  makeAdmin,
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  password,
  type TestUser,
} from '../../../test/support/make.ts'
import { restoredWorld } from '../../../test/support/restored-world.ts'
import { answerTo } from '../../../test/support/row.ts'
import { callers } from '../../../test/support/world.ts'

const server = testApp({ trustProxy: true })
let admin: TestUser
beforeAll(async () => {
  admin = await makeAdmin(server)
})

async function events(search: string) {
  const query = { search, limit: limits.listLimitMax }
  return (await server.call(audit.list, { as: admin, query })).data
}

async function signIn(email: string, secret: string) {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/auth-login',
    headers: { 'user-agent': 'Phone/1.0', 'x-forwarded-for': '203.0.113.7' },
    payload: { email, password: secret },
  })
  return answer.json().session
}

/** Payments are in the ledger. The others change nothing that concerns other users. */
const unwritten: Endpoint[] = [
  idempotencyKeys.withdraw,
  payments.prepaid,
  payments.chosenCode,
  payments.forgetCode,
  payments.card,
  topUps.create,
  ...[notifications.choose, notifications.subscribe],
  ...[notifications.renewSubscription, notifications.unsubscribe],
  ...[rooms.wait, rooms.stopWaiting],
  ...[queues.join, queues.leave, queues.hold, queues.release],
  prepaidCodes.generate,
  // Only reads. It is not a GET, to keep the search text out of URLs.
  search.find,
  staff.invitation,
  // Only plan a change. Each changed row gets its event when the plan is applied.
  ...[bulkChanges.planForDevices, bulkChanges.planForCodes],
  ...[devices.previewImport, prepaidCodes.previewImport],
  // Only read. A choice is too long for a URL.
  ...Object.values(chosenRows),
  me.sendVerification,
  secondFactor.addAuthenticator,
  passkeys.creationOptions,
  passkeys.proofOptions,
  mail.sendTest,
  // The case is open: machines/reports/cases.test.ts reopens a resolved one.
  reports.reopenCase,
]

const changes = rows.flatMap((row) => {
  const served = callers.filter((each) => answerTo(row, each) < 300)
  const caller = served.find((each) => each !== 'guest') ?? served[0]
  const isChange = row.endpoint.method !== 'GET' && !unwritten.includes(row.endpoint)
  return isChange && caller ? [{ ...row, caller, path: row.endpoint.path }] : []
})

// id: audit-1
describe('every change is recorded with its actor', () => {
  const restored = restoredWorld(server)

  test.each(changes)('$endpoint.method $path', async ({ endpoint, send, caller }) => {
    const world = await restored()
    const as = world.as[caller]
    const actorId = (as as TestUser).id
    // Adds another session that the call can end.
    if (caller !== 'guest') await signIn((as as TestUser).email, password)
    if (endpoint === calendars.end) await server.call(calendars.create, { as })
    const before = (await eventsOf(actorId)).length
    const status = await statusOf(server.app, endpoint, as, send?.(world))
    expect(status).toBeLessThan(300)
    const after = await eventsOf(actorId)
    expect(after).toHaveLength(before + 1)
    expect(JSON.stringify(after)).not.toContain(password)
  })

  async function eventsOf(actorId: string) {
    return server.database
      .selectFrom('audit_events')
      .selectAll()
      .where('actor_id', '=', actorId)
      .execute()
  }
})

describe('an event', () => {
  // id: audit-2
  test('records who signed in, from where and with what, and who failed to', async () => {
    const user = await makeUser(server)
    const session = await signIn(user.email, password)
    await signIn(user.email, 'wrong')
    await server.call(auth.logout, { as: { token: session.access_token } })
    const found = await events(user.email)
    expect(found.map(({ action, actor_email }) => [action, actor_email])).toEqual([
      ['signed_out', user.email],
      ['sign_in_failed', null],
      ['signed_in', user.email],
      ['signed_in', user.email],
    ])
    expect(found[1]).toMatchObject({
      actor_id: null,
      subject_id: user.id,
      subject: user.email,
      address: '203.0.113.7',
      user_agent: 'Phone/1.0',
    })
  })

  test('records the reuse of a refresh token', async () => {
    const user = await makeUser(server)
    const { refresh_token } = await signIn(user.email, password)
    await server.call(auth.refresh, { body: { refresh_token } })
    await server.database
      .updateTable('refresh_tokens')
      .set({ replaced_at: new Date(Date.now() - 60_000) })
      .where('replaced_at', 'is not', null)
      .execute()
    await server.refused(auth.refresh, { body: { refresh_token } })
    expect((await events(user.email))[0]?.action).toBe('stolen_token_used')
  })

  test('records the changes of a device with old and new values', async () => {
    const owner = await makeLandlord(server)
    const { id } = await makeDevice(server, owner)
    const body = { ...deviceBody, price: 3, status: 'inactive' } as const
    await server.call(devices.update, { as: owner, params: { id }, body })
    const [event] = await events(id)
    expect(event).toMatchObject({
      action: 'device_changed',
      actor_email: owner.email,
      subject: 'W-1 Washer by the window',
      details: { price: '2.50 → 3.00', status: 'active → inactive' },
    })
  })

  test('is not recorded for a refused change', async () => {
    const owner = await makeLandlord(server)
    const { id } = await makeDevice(server, owner)
    const stranger = await makeUser(server)
    await server.refused(devices.delete, { as: stranger, params: { id } })
    expect((await events(id)).map(({ action }) => action)).toEqual(['device_created'])
  })

  // id: audit-4
  test('contains no code, password or token', async () => {
    const owner = await makeLandlord(server)
    const { id, code } = await makeCode(server, owner)
    const next = 'ANOTHER-TEXT-7731'
    await server.call(prepaidCodes.rename, { as: owner, params: { id }, body: { code: next } })
    const session = await signIn(owner.email, password)
    await server.call(me.changePassword, {
      as: owner,
      body: { current_password: password, new_password: 'a new one to keep' },
    })
    const written = JSON.stringify(
      await server.database.selectFrom('audit_events').selectAll().execute(),
    )
    expect(written).toContain(id)
    for (const secret of [code, next, password, 'a new one to keep', session.access_token]) {
      expect(written).not.toContain(secret)
    }
    expect(written).not.toContain(session.refresh_token)
  })
})

// id: audit-3
describe('the trail is append-only', () => {
  test.each([
    'update audit_events set action = action',
    'delete from audit_events',
    'truncate audit_events',
    'update ledger_entries set amount = amount',
    'delete from transactions',
    'alter table audit_events disable trigger all',
    'drop table audit_events',
  ])('%s', async (statement) => {
    await expect(sql.raw(statement).execute(server.database)).rejects.toThrow(
      /permission denied|must be owner/,
    )
    const isChangeOfTable = /^(alter|drop)/.test(statement)
    if (!isChangeOfTable) await expect(server.asOwner(statement)).rejects.toThrow(/is append-only/)
  })
})

describe('admins', () => {
  test('find events by user, subject, network, action and time', async () => {
    const owner = await makeLandlord(server)
    const { id } = await makeDevice(server, owner)
    await server.call(devices.delete, { as: owner, params: { id } })
    const [deleted, created] = await events(id)
    async function found(query: object) {
      const { data } = await server.call(audit.list, { as: admin, query: { search: id, ...query } })
      return data.map((event) => event.id)
    }
    expect(await found({ action: 'device_created' })).toEqual([created?.id])
    expect(await found({ from: deleted?.created_at ?? '' })).toEqual([deleted?.id])
    expect(await found({ until: deleted?.created_at ?? '' })).toEqual([created?.id])
    expect(await found({ search: owner.email.toUpperCase() })).toContain(created?.id)
    const { body } = await server.refused(audit.list, { as: admin, query: { from: 'yesterday' } })
    expect(body.error).toBe(
      'From must be a date and time with a time zone, such as 2027-01-31T18:00:00Z.',
    )
  })

  test('get an error in the usual form when an export cannot begin', async () => {
    await server.asOwner('alter table audit_events rename column search_text to gone')
    const answer = await server.app.inject({
      url: '/api/admin-audit-events/export?search=x',
      headers: { authorization: `Bearer ${admin.token}` },
    })
    await server.asOwner('alter table audit_events rename column gone to search_text')
    expect([answer.statusCode, answer.json().code]).toEqual([500, 'internal_error'])
  })

  test('export all chosen events to a file without spreadsheet formulas', async () => {
    const count = limits.exportRowsAtOnce * 2 + 7
    const subject = '=HYPERLINK("https://evil.example"), and "more"'
    await server.database
      .insertInto('audit_events')
      .values(
        Array.from({ length: count }, () => ({
          action: 'signed_out' as const,
          subject,
          details: '{"price":"2.5 → 3"}',
          address: '203.0.113.99',
          user_agent: '',
        })),
      )
      .execute()
    const answer = await server.app.inject({
      url: '/api/admin-audit-events/export?search=203.0.113.99',
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="audit-trail.csv"')
    const [header, ...lines] = answer.body.trim().split('\n')
    expect(header).toBe(
      'id,created_at,action,actor_id,actor_email,account_id,subject_id,subject,details,address,user_agent',
    )
    expect(new Set(lines).size).toBe(count)
    expect(lines[0]).toContain(`"'=HYPERLINK(""https://evil.example""), and ""more"""`)
    expect(lines[0]).toMatch(/,\d{4}-\d\d-\d\dT[\d:.]+Z,signed_out,/)
  })
})
