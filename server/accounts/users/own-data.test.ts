import { limits } from '@coinless/contract/limits.ts'
import { OwnLists, ownAccount } from '@coinless/contract/own-account.ts'
import { payments } from '@coinless/contract/payments.ts'
import { resources } from '@coinless/contract/resources.ts'
import { adminUsers } from '@coinless/contract/users.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { bookingCalls, makeBookingRoom, slotIn } from '../../../test/support/bookings.ts'
import { displayCalls } from '../../../test/support/displays.ts'
import {
  makeAcceptedDevice,
  makeAdmin,
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
  termsOf,
} from '../../../test/support/make.ts'
import { reporting } from '../../../test/support/reporting.ts'
import { makePasskey } from '../../../test/support/world.ts'

const server = testApp()
const { makeRoom, say, onlyCase, answer, reply } = reporting(server)
const exportOf = (as: TestUser) => server.call(ownAccount.export, { as })
const idsOf = (list: { id: unknown }[]) => list.map(({ id }) => id)

/** Tables of an account's data, with the list that contains them. */
const exported: Record<string, keyof typeof OwnLists.shape> = {
  ...{ bookings: 'bookings', business_details: 'business_details', calendars: 'calendars' },
  ...{ code_batches: 'prepaid_code_batches', displays: 'displays', machine_holds: 'holds' },
  ...{ notification_preferences: 'notifications', passkeys: 'passkeys' },
  ...{ prepaid_codes: 'prepaid_codes', queue_entries: 'queue_entries', reports: 'reports' },
  ...{ sessions: 'sessions', webhooks: 'webhooks' },
}

const secrets = [
  ...['authenticators', 'recovery_codes', 'passkey_challenges', 'email_codes'],
  ...['email_code_attempts', 'push_subscriptions'],
]
/** Gone within days, or copies of other rows. */
const work = [
  ...['bulk_changes', 'code_mails', 'idempotency_keys', 'jobs', 'left_behind', 'notifications'],
  ...['room_waits', 'weekly_mails'],
]
const choices = ['saved_codes', 'top_up_settings']

describe('the file of an account', () => {
  test('has a list for each table of accounts, except secrets, work in progress and choices', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'user_id'`.execute(server.database)
    const known = [...Object.keys(exported), ...secrets, ...work, ...choices]
    expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted())
    expect(Object.keys(OwnLists.shape)).toEqual(expect.arrayContaining(Object.values(exported)))
  })

  test('contains booked slots, and displays without their secrets', async () => {
    const { landlord, location, number, group, people } = await makeBookingRoom(server)
    const [booker] = (await people(1)) as [TestUser]
    const { secret, ...display } = await displayCalls(server).add(landlord, number)
    const starts_at = slotIn(3)
    await bookingCalls(server).book(booker, group, starts_at)
    const [ofBooker, ofLandlord] = [await exportOf(booker), await exportOf(landlord)]
    expect(ofBooker.bookings).toMatchObject([
      { location, group: 'Washers', starts_at, ended_at: null, outcome: null },
    ])
    expect([ofBooker.displays, ofLandlord.bookings]).toEqual([[], []])
    expect(ofLandlord.displays).toEqual([display])
    expect(JSON.stringify(ofLandlord)).not.toContain(secret)
  })

  test('contains own devices, codes, payments made and received, documents and actions', async () => {
    const owner = await makeLandlord(server)
    const landlord = await makeLandlord(server, { email_verified: true })
    const tenant = await makeUser(server, { email_verified: true })
    const own = await makeDevice(server, owner)
    const shared = await makeAcceptedDevice(server, owner, landlord)
    const code = await makeCode(server, owner, { customer_email: tenant.email })
    const { transaction } = await server.call(payments.prepaid, {
      as: tenant,
      body: { ...termsOf(own), prepaid_code: code.code },
    })
    const document = await server.call(resources.create, { as: owner, body: '{"name": "Ana"}' })
    const passkeyId = await makePasskey(server, tenant)

    const ofOwner = await exportOf(owner)
    expect(ofOwner.account).toMatchObject({ id: owner.id, email: owner.email })
    expect(idsOf(ofOwner.devices)).toEqual([shared.id, own.id])
    expect(ofOwner.devices[1]).toEqual(own)
    expect(ofOwner.resources).toEqual([document])
    expect(ofOwner.transactions).toMatchObject([
      { id: transaction.id, amount: 2.5, paid_to: owner.email, customer_email: null },
    ])
    expect(ofOwner.audit_events.map(({ action }) => action)).toContain('device_created')
    expect(ofOwner.sessions).toMatchObject([{ id: owner.sessionId, ended_at: null }])

    expect(idsOf((await exportOf(landlord)).devices)).toEqual([shared.id])

    const ofTenant = await exportOf(tenant)
    expect(idsOf(ofTenant.prepaid_codes)).toEqual([code.id])
    expect(idsOf(ofTenant.transactions)).toEqual([transaction.id])
    expect(ofTenant.cycles).toMatchObject([
      { id: transaction.id, device_number: own.device_number, state: 'running', given_back: 0 },
    ])
    expect([ofOwner.cycles, ofTenant.cycles[0]?.ended_at]).toEqual([[], null])
    expect(ofTenant.passkeys).toMatchObject([{ id: passkeyId, name: 'Phone' }])
    expect(ofTenant.devices).toEqual([])
  })

  test('contains own replies to operators, not their answers', async () => {
    const { owner, device, tenant } = await makeRoom()
    const report = await say(tenant, device)
    await answer(owner, (await onlyCase(owner)).id, { text: 'Which one?' })
    const { id, text } = await reply(tenant, report, 'The left one')
    expect((await exportOf(tenant)).report_replies).toMatchObject([
      { id, report_id: report.id, text },
    ])
    expect((await exportOf(owner)).report_replies).toEqual([])
  })

  // id: own-data-1
  test('contains nothing of others, not even for an admin, and no text of a code', async () => {
    const landlord = await makeLandlord(server)
    const code = await makeCode(server, landlord)
    const body = { ...termsOf(await makeDevice(server, landlord)), prepaid_code: code.code }
    await server.call(payments.prepaid, { as: landlord, body })
    const admin = await makeAdmin(server)
    await server.call(adminUsers.assignRole, {
      as: admin,
      params: { id: landlord.id },
      body: { role: 'x' },
    })
    const ofAdmin = await exportOf(admin)
    expect([ofAdmin.devices, ofAdmin.prepaid_codes, ofAdmin.transactions]).toEqual([[], [], []])
    expect(ofAdmin.audit_events).toMatchObject([
      { action: 'role_assigned', subject: '' },
      { action: 'signed_in', subject: admin.email },
    ])
    expect(JSON.stringify(await exportOf(landlord))).not.toContain(code.code)
  })

  test('is complete, whatever its size, and has a file name', async () => {
    const owner = await makeLandlord(server)
    const many = limits.exportRowsAtOnce + 1
    await server.asOwner(`insert into devices (owner_id, label, device_number, device_type,
        landlord_email, location, duration_minutes, price)
      select '${owner.id}', 'Washer', n, 'washer', '${owner.email}', 'Attic', 30, 2.5
      from generate_series(1, ${many}) as n`)
    const { devices: all } = await exportOf(owner)
    expect(new Set(idsOf(all)).size).toBe(many)
    const response = await server.app.inject({
      url: `/api${ownAccount.export.path}`,
      headers: { authorization: `Bearer ${owner.token}` },
    })
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="coinless-account.json"',
    })
  })
})
