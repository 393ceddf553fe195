import { devices } from '@coinless/contract/devices.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { accountHeader, staff } from '@coinless/contract/staff.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { statusOf, testApp } from '../../../test/support/app.ts'
import {
  deviceBody,
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  password,
} from '../../../test/support/make.ts'
import { makeInvitation, makeStaff, type TestStaff } from '../../../test/support/staff.ts'
import { identify, isStillAllowed } from '../../http/request/session.ts'
import { generateCode } from '../../platform/secrets/code-text.ts'

const server = testApp()

const proof = { current_password: password }
const makeOwner = () => makeLandlord(server, { email_verified: true })

/** Sends a call with the same key each time, in the account that they work for. */
const sendKeyed = ({ token, account }: TestStaff, { path }: Endpoint, payload: object) =>
  server.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      [accountHeader]: account,
      'idempotency-key': 'one',
    },
    payload,
  })

describe('a removed staff member', () => {
  // id: staff-over-1
  test('loses access on every server immediately, as does one who leaves', async () => {
    const owner = await makeOwner()
    const other = await server.replica()
    const removed = await makeStaff(server, owner, 'manager')
    const left = await makeStaff(server, owner, 'manager')
    const stays = await makeStaff(server, owner, 'manager')
    await server.call(staff.remove, { as: owner, params: { id: removed.membershipId } })
    await server.call(staff.leave, { as: { token: left.token }, params: { id: left.membershipId } })
    for (const app of [server.app, other]) {
      expect(await statusOf(app, devices.list, removed)).toBe(403)
      expect(await statusOf(app, devices.list, left)).toBe(403)
      expect(await statusOf(app, devices.list, stays)).toBe(200)
    }
    const { data } = await server.call(staff.trail, { as: owner, query: { staff_only: true } })
    expect(data).toMatchObject([{ action: 'staff_left', actor_email: left.email }])
  })

  test('cannot continue long calls, nor can one with a new role', async () => {
    const owner = await makeOwner()
    const [removed, changed] = [
      await makeStaff(server, owner, 'bookkeeper'),
      await makeStaff(server, owner, 'bookkeeper'),
    ]
    const calls = [removed, changed].map(({ token, account }) => {
      const request = { headers: { 'coinless-account': account }, ip: '127.0.0.1' }
      return identify(server.parts, request as never, server.app.jwt.verify(token))
    })
    const still = async () =>
      Promise.all((await Promise.all(calls)).map((caller) => isStillAllowed(server.app, caller)))
    expect(await still()).toEqual([true, true])
    await server.call(staff.remove, { as: owner, params: { id: removed.membershipId } })
    const body = { ...proof, role: 'technician' as const }
    await server.call(staff.change, { as: owner, params: { id: changed.membershipId }, body })
    expect(await still()).toEqual([false, false])
  })

  test('no longer gets the answer of an earlier call by its Idempotency-Key', async () => {
    const owner = await makeOwner()
    const as = await makeStaff(server, owner, 'manager')
    const payload = { code: generateCode(), balance: 5 }
    const issue = () => sendKeyed(as, prepaidCodes.create, payload)
    expect((await issue()).statusCode).toBe(201)
    await server.call(staff.change, {
      as: owner,
      params: { id: as.membershipId },
      body: { ...proof, role: 'technician' },
    })
    expect((await issue()).json().code).toBe('right_missing')
    await server.call(staff.remove, { as: owner, params: { id: as.membershipId } })
    expect((await issue()).json().code).toBe('not_staff')
  })

  test('gets no answer stored for a former role, even where the new role may call', async () => {
    const owner = await makeOwner()
    const as = await makeStaff(server, owner, 'manager')
    const payload = { rows: [{ ...deviceBody, landlord_email: owner.email }] }
    const add = () => sendKeyed(as, devices.import, payload)
    const first = await add()
    expect(first.statusCode).toBe(200)
    expect((await add()).body).toBe(first.body)
    const body = { ...proof, role: 'technician' as const }
    await server.call(staff.change, { as: owner, params: { id: as.membershipId }, body })
    expect((await add()).json().code).toBe('idempotency_key_reused')
  })

  test('changes nothing by a call in progress', async () => {
    const owner = await makeOwner()
    const as = await makeStaff(server, owner, 'manager')
    const { id } = await makeCode(server, owner)
    const status = await server.database.transaction().execute(async (removing) => {
      await sql`select from users where id = ${owner.id} for update`.execute(removing)
      const sent = { params: { id }, body: { disabled: true } }
      const answer = statusOf(server.app, prepaidCodes.setDisabled, as, sent)
      await expect
        .poll(async () => {
          const { rows } = await sql`select from pg_stat_activity
            where wait_event_type = 'Lock' and query like '%lock_session%'`.execute(server.database)
          return rows.length
        })
        .toBeGreaterThan(0)
      await removing.deleteFrom('memberships').where('id', '=', as.membershipId).execute()
      return { answer }
    })
    expect(await status.answer).toBe(403)
    const code = await server.call(prepaidCodes.get, { as: owner, params: { id } })
    expect(code.disabled).toBe(false)
  })
})

describe('an event stream', () => {
  async function follow(as: { token: string; account: string }, query: Record<string, string>) {
    const response = await server.app.inject({
      url: '/api/cycle-events',
      query,
      headers: { authorization: `Bearer ${as.token}`, 'coinless-account': as.account },
      payloadAsStream: true,
    })
    const parts: string[] = []
    const stream = response.stream()
    stream.on('data', (part) => parts.push(String(part)))
    const ended = new Promise((resolve) => stream.once('close', resolve))
    await expect.poll(() => parts.length).toBe(1)
    return { parts, ended, stream }
  }

  test.each([
    [
      'sends no more notifications to removed staff',
      (id: string) => server.database.deleteFrom('memberships').where('id', '=', id).execute(),
    ],
    [
      'gets no events once the role has no right to them',
      (id: string) =>
        server.database
          .updateTable('memberships')
          .set({ role: 'bookkeeper' })
          .where('id', '=', id)
          .execute(),
    ],
  ])('%s', async (_, happens) => {
    const owner = await makeOwner()
    const as = await makeStaff(server, owner, 'technician')
    const device = await makeDevice(server, owner)
    const { parts, ended } = await follow(as, { devices: device.id, attention: 'true' })
    await happens(as.membershipId)
    server.parts.changes.publish({ deviceId: device.id })
    await ended
    expect(parts).toHaveLength(1)
  })
})

describe('a closing account', () => {
  test('removes its staff', async () => {
    const owner = await makeOwner()
    const as = await makeStaff(server, owner, 'manager')
    await server.call(ownAccount.close, { as: owner, body: proof })
    expect(await statusOf(server.app, devices.list, as)).toBe(403)
    expect((await server.call(staff.accounts, { as: { token: as.token } })).data).toEqual([])
  })

  test('is named neither among staff nor in the trail of the owner it worked for', async () => {
    const [owner, other] = [await makeOwner(), await makeOwner()]
    const member = await makeUser(server, { email_verified: true, full_name: 'Mia' })
    const as = await makeStaff(server, owner, 'manager', member)
    await makeInvitation(server, other, member.email)
    const body = { ...proof, email: 'x@example.com', role: 'manager' as const }
    await server.call(staff.invite, { as: other, body })
    await makeCode(server, as)
    await server.call(ownAccount.close, { as: member, body: proof })
    expect((await server.call(staff.list, { as: owner })).data).toEqual([])
    expect((await server.call(staff.list, { as: other })).data).toHaveLength(1)
    const trail = await server.call(staff.trail, { as: owner, query: {} })
    expect(JSON.stringify(trail)).not.toContain(member.email)
    expect(trail.data[0]).toMatchObject({ action: 'code_issued', actor_id: member.id })
    const { rows } = await sql`select from memberships
      where email = ${member.email} or member_id = ${member.id}`.execute(server.database)
    expect(rows).toEqual([])
  })
})

test('exports the staff of an account, and the accounts it works for', async () => {
  const owner = await makeOwner()
  const as = await makeStaff(server, owner, 'bookkeeper')
  const file = await server.call(ownAccount.export, { as: owner })
  expect(file.staff).toMatchObject([{ email: as.email, role: 'bookkeeper', state: 'active' }])
  const own = await server.call(ownAccount.export, { as: { token: as.token } })
  expect(own.staff_accounts).toMatchObject([{ account_id: owner.id, role: 'bookkeeper' }])
})
