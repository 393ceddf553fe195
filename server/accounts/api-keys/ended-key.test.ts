import { apiKeys } from '@coinless/contract/api-keys.ts'
import { auth } from '@coinless/contract/auth.ts'
import { devices } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import type { Right } from '@coinless/contract/rights.ts'
import { adminUsers, me } from '@coinless/contract/users.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { statusOf, testApp } from '../../../test/support/app.ts'
import { keysBy, makeKey } from '../../../test/support/keys.ts'
import {
  makeAdmin,
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  password,
  type TestUser,
} from '../../../test/support/make.ts'
import { deleteExpiredRows } from '../../jobs/retention.ts'

const server = testApp()

const proof = { current_password: password }
const { create, listed, reads } = keysBy(server)

describe('a key ends', () => {
  // id: api-keys-over-2
  test('immediately on every server when it is ended', async () => {
    const owner = await makeLandlord(server)
    const key = await create(owner)
    const other = await server.replica()
    expect(await statusOf(other, devices.list, key)).toBe(200)
    await server.call(apiKeys.end, { as: owner, params: { id: key.id } })
    for (const app of [server.app, other]) expect(await statusOf(app, devices.list, key)).toBe(401)
    const { body } = await server.refused(devices.list, { as: key })
    expect(body.code).toBe('api_key_refused')
    expect(await listed(owner)).toMatchObject([{ state: 'ended' }])
    const again = await server.refused(apiKeys.end, { as: owner, params: { id: key.id } })
    expect([again.status, again.body.code]).toEqual([404, 'api_key_not_found'])
  })

  test('for a call in progress when it is ended', async () => {
    const owner = await makeLandlord(server)
    const { id, token } = await create(owner, ['change_codes'])
    const { id: codeId } = await makeCode(server, owner)
    await server.database
      .transaction()
      .execute(async (ending) => {
        await sql`select from users where id = ${owner.id} for update`.execute(ending)
        const sent = { params: { id: codeId }, body: { disabled: true } }
        const status = statusOf(server.app, prepaidCodes.setDisabled, { token }, sent)
        await expect
          .poll(async () => {
            const { rows } = await sql`select from pg_stat_activity
            where wait_event_type = 'Lock' and query like '%lock_session%'`.execute(server.database)
            return rows.length
          })
          .toBeGreaterThan(0)
        await sql`update sessions set ended_at = now() where id = ${id}`.execute(ending)
        return status
      })
      .catch(() => undefined)
    const code = await server.call(prepaidCodes.get, { as: owner, params: { id: codeId } })
    expect(code.disabled).toBe(false)
  })

  test('when it expires, and is deleted a month later', async () => {
    const owner = await makeLandlord(server)
    const key = await create(owner, ['read_devices'], { expires_in_days: 30 })
    const days = (Date.parse(key.expires_at ?? '') - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(30)
    const letPass = (span: string) =>
      server.asOwner(`update sessions set expires_at = expires_at - interval '${span}'
        where id = '${key.id}'`)
    await letPass('30 days')
    expect(await reads(key)).toBe(401)
    expect(await listed(owner)).toMatchObject([{ state: 'expired' }])
    await letPass(`${limits.sessionKeptDays} days`)
    expect(await deleteExpiredRows(server.database)).toEqual([])
    expect(await listed(owner)).toEqual([])
  })

  const outsiders: [string, (owner: TestUser) => Promise<unknown>][] = [
    [
      'once the password is changed',
      (as) =>
        server.call(me.changePassword, {
          as,
          body: { ...proof, new_password: 'another one here' },
        }),
    ],
    [
      'once an admin signs its maker out everywhere',
      async ({ id }) =>
        server.call(adminUsers.endSessions, { as: await makeAdmin(server), params: { id } }),
    ],
    ['once the account is closed', (as) => server.call(ownAccount.close, { as, body: proof })],
    [
      'after a password reset by mail',
      async ({ email }) => {
        await server.call(auth.sendPasswordCode, { body: { email } })
        const mail = (await server.mails()).findLast(({ to }) => to === email)
        const code = /^\w{4}-\w{4}$/m.exec(mail?.text ?? '')?.[0] ?? ''
        const body = { email, code, new_password: 'another one here' }
        await server.call(auth.resetPassword, { body })
      },
    ],
  ]
  test.each(outsiders)('%s', async (_, happens) => {
    const owner = await makeLandlord(server, { email_verified: true })
    const key = await create(owner)
    expect(await reads(key)).toBe(200)
    await happens(owner)
    expect(await reads(key)).toBe(401)
  })

  test('not when its user signs out, here or everywhere else', async () => {
    const owner = await makeLandlord(server)
    const key = await create(owner)
    await server.call(me.endOtherSessions, { as: owner })
    await server.call(auth.logout, { as: owner })
    expect(await reads(key)).toBe(200)
  })

  test('only by its user, and not as a session', async () => {
    const owner = await makeLandlord(server)
    const { id } = await create(owner)
    const admin = await makeAdmin(server)
    expect((await server.refused(apiKeys.end, { as: admin, params: { id } })).status).toBe(404)
    expect((await server.refused(me.endSession, { as: owner, params: { id } })).status).toBe(404)
    const { data } = await server.call(me.sessions, { as: owner })
    expect(data.map((session) => session.id)).toEqual([owner.sessionId])
  })
})

describe('admin rights of a key', () => {
  // id: api-keys-over-1
  test('are given only by an admin, and only by choice', async () => {
    const { body } = await server.refused(apiKeys.create, {
      as: await makeUser(server),
      body: { ...proof, name: 'Script', rights: ['admin'] },
    })
    expect(body.code).toBe('admin_only')
    const admin = await makeAdmin(server)
    const hidden = await makeDevice(server, await makeLandlord(server), { status: 'inactive' })
    const sent = { params: { id: hidden.id } }
    const seen = async (chosen: Right[]) =>
      statusOf(server.app, devices.get, await create(admin, chosen), sent)
    expect(await seen(['read_devices', 'admin'])).toBe(200)
    expect(await seen(['read_devices', 'change_devices'])).toBe(404)
  })

  test('are lost with the role', async () => {
    const admin = await makeAdmin(server)
    const key = await create(admin, ['admin', 'read_codes'])
    expect(await statusOf(server.app, prepaidCodes.listAll, key)).toBe(200)
    const params = { id: admin.id, role: 'admin' }
    await server.call(adminUsers.removeRole, { as: await makeAdmin(server), params })
    const { body } = await server.refused(prepaidCodes.listAll, { as: key })
    expect(body.code).toBe('admin_only')
  })

  test('do not allow it to assign roles or end sessions', async () => {
    const key = await makeKey(server, await makeAdmin(server))
    const { id } = await makeUser(server)
    const body = { role: 'admin' }
    expect(await statusOf(server.app, adminUsers.assignRole, key, { params: { id }, body })).toBe(
      403,
    )
    expect(await statusOf(server.app, adminUsers.endSessions, key, { params: { id } })).toBe(403)
  })
})

test('erases the name of a key from the history when its account closes', async () => {
  const owner = await makeLandlord(server, { email_verified: true })
  const name = 'Ana Alvarez bookkeeping'
  const key = await create(owner, ['change_devices'], { name })
  await makeDevice(server, { ...owner, token: key.token })
  const named = () =>
    server.database
      .selectFrom('audit_events')
      .select('action')
      .where(sql<boolean>`strpos(audit_events::text, ${name}) > 0`)
      .execute()
  expect(await named()).toHaveLength(2)
  await server.call(ownAccount.close, { as: owner, body: proof })
  expect(await named()).toEqual([])
})
