import { dashboard } from '@coinless/contract/dashboard.ts'
import type { Device } from '@coinless/contract/devices.ts'
import { devices } from '@coinless/contract/devices.ts'
import { payments } from '@coinless/contract/payments.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makePastPayment } from '../../../test/support/history.ts'
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
import { revenueOf } from './revenue.ts'

const server = testApp()
const dayMs = 24 * 60 * 60 * 1000

function daysAgo(days: number): Date {
  return new Date(Date.now() - days * dayMs)
}

/** The revenue of a user at a given moment. */
async function revenueAt(owner: TestUser, timeZone: string, now: string) {
  const person = { ...owner, email_verified: false, roles: [] }
  const { days } = await revenueOf(server.database, person, timeZone, new Date(now))
  const paid = days.filter(({ cycles }) => cycles > 0)
  return { days, paid: Object.fromEntries(paid.map(({ date, revenue }) => [date, revenue])) }
}

function revenueFor(as: TestUser) {
  return server.call(dashboard.revenue, { as, query: { time_zone: 'America/New_York' } })
}

async function madeLongAgo(device: Device) {
  await server.database
    .updateTable('devices')
    .set({ created_at: daysAgo(60) })
    .where('id', '=', device.id)
    .execute()
}

describe('the revenue of a day', () => {
  test('begins and ends at midnight in the time zone of the viewer', async () => {
    const owner = await makeLandlord(server)
    const device = await makeDevice(server, owner)
    const at = ['2026-03-10T04:59:59.999Z', '2026-03-10T05:00:00Z', '2026-03-11T03:59:59Z']
    for (const [index, moment] of at.entries()) {
      await makePastPayment(server, owner, device, { at: moment, amount: index + 1 })
    }
    const now = '2026-03-11T12:00:00Z'
    // New York is 4 hours behind from March 8 on, so its midnight is at 04:00 UTC.
    expect((await revenueAt(owner, 'America/New_York', now)).paid).toEqual({ '2026-03-10': '6.00' })
    expect((await revenueAt(owner, 'UTC', now)).paid).toEqual({
      '2026-03-10': '3.00',
      '2026-03-11': '3.00',
    })
    // Bogota is 5 hours behind all year.
    expect((await revenueAt(owner, 'America/Bogota', now)).paid).toEqual({
      '2026-03-09': '1.00',
      '2026-03-10': '5.00',
    })
    expect((await revenueAt(owner, 'Asia/Kolkata', now)).paid).toEqual({
      '2026-03-10': '3.00',
      '2026-03-11': '3.00',
    })
  })

  test('is complete when the clocks change and a day has 23 or 25 hours', async () => {
    const owner = await makeLandlord(server)
    const device = await makeDevice(server, owner)
    const lastAndFirst = [
      '2026-03-08T05:00:00Z',
      '2026-03-09T03:59:59Z',
      '2026-03-09T04:00:00Z',
      '2026-11-01T04:00:00Z',
      '2026-11-02T04:59:59Z',
      '2026-11-02T05:00:00Z',
    ]
    for (const at of lastAndFirst) await makePastPayment(server, owner, device, { at, amount: 1 })
    expect((await revenueAt(owner, 'America/New_York', '2026-03-20T12:00:00Z')).paid).toEqual({
      '2026-03-08': '2.00',
      '2026-03-09': '1.00',
    })
    expect((await revenueAt(owner, 'America/New_York', '2026-11-20T12:00:00Z')).paid).toEqual({
      '2026-11-01': '2.00',
      '2026-11-02': '1.00',
    })
  })

  test('is one of 30, with today last and days without a payment included', async () => {
    const owner = await makeLandlord(server)
    const device = await makeDevice(server, owner)
    await makePastPayment(server, owner, device, { at: '2026-02-09T04:59:59Z', amount: 1 })
    await makePastPayment(server, owner, device, { at: '2026-02-09T05:00:00Z', amount: 2 })
    const { days, paid } = await revenueAt(owner, 'America/New_York', '2026-03-10T20:00:00Z')
    expect(days).toHaveLength(30)
    expect([days[0]?.date, days.at(-1)?.date]).toEqual(['2026-02-09', '2026-03-10'])
    expect(paid).toEqual({ '2026-02-09': '2.00' })
    expect(days.at(-1)).toEqual({ date: '2026-03-10', revenue: '0.00', cycles: 0 })
  })

  test('counts payments at once', async () => {
    const owner = await makeLandlord(server)
    const device = await makeDevice(server, owner)
    const { code } = await makeCode(server, owner)
    const body = { ...termsOf(device), prepaid_code: code }
    for (const payer of [owner, await makeUser(server)]) {
      await server.call(payments.prepaid, { as: payer, body })
    }
    const { has_devices, days } = await revenueFor(owner)
    expect(has_devices).toBe(true)
    expect(days.at(-1)).toMatchObject({ revenue: 5, cycles: 2 })
  })
})

test('counts only devices that the user owns or operates by a verified address', async () => {
  const owner = await makeLandlord(server)
  const landlord = await makeLandlord(server, { email_verified: true })
  const impostor = await makeLandlord(server)
  const strangers = [await makeUser(server), await makeAdmin(server), impostor]
  for (const device of [
    await makeAcceptedDevice(server, owner, landlord),
    await makeDevice(server, owner, { landlord_email: impostor.email }),
  ]) {
    await makePastPayment(server, owner, device, { at: new Date() })
  }
  const sum = async (person: TestUser) =>
    (await revenueFor(person)).days.reduce((total, { revenue }) => total + revenue, 0)
  expect(await sum(owner)).toBe(5)
  expect(await sum(landlord)).toBe(2.5)
  for (const stranger of strangers) {
    const { has_devices, best_devices, idle_devices } = await revenueFor(stranger)
    expect([await sum(stranger), has_devices, best_devices, idle_devices]).toEqual([
      0,
      false,
      [],
      [],
    ])
  }
})

test('counts the revenue of a deleted device but does not list it', async () => {
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner)
  await makePastPayment(server, owner, device, { at: new Date() })
  await server.call(devices.delete, { as: owner, params: { id: device.id } })
  const { days, best_devices } = await revenueFor(owner)
  expect(days.at(-1)?.revenue).toBe(2.5)
  expect(best_devices).toEqual([])
})

test('lists the best five devices by revenue with their cycles', async () => {
  const owner = await makeLandlord(server)
  for (let number = 1; number <= 6; number++) {
    const device = await makeDevice(server, owner, { device_number: `W-${number}` })
    await makePastPayment(server, owner, device, { at: daysAgo(1), amount: number })
    await makePastPayment(server, owner, device, { at: daysAgo(40), amount: 100 - number })
  }
  const { best_devices } = await revenueFor(owner)
  expect(best_devices.map(({ device_number }) => device_number)).toEqual([
    'W-6',
    'W-5',
    'W-4',
    'W-3',
    'W-2',
  ])
  expect(best_devices[0]).toMatchObject({ revenue: 6, cycles: 1, location: expect.any(String) })
})

test('lists active devices without a payment for 7 days, longest first', async () => {
  const owner = await makeLandlord(server)
  const made = async (device_number: string, status: 'active' | 'inactive', paid?: Date) => {
    const device = await makeDevice(server, owner, { device_number, status })
    await madeLongAgo(device)
    if (paid) await makePastPayment(server, owner, device, { at: paid })
  }
  await made('busy', 'active', daysAgo(6.9))
  await made('idle', 'active', daysAgo(7.1))
  await made('idler', 'active', daysAgo(20))
  await made('never', 'active')
  await made('off', 'inactive')
  await makeDevice(server, owner, { device_number: 'new today' })
  const { idle_devices } = await revenueFor(owner)
  expect(idle_devices.map(({ device_number }) => device_number)).toEqual(['never', 'idler', 'idle'])
  expect(idle_devices[0]?.last_paid_at).toBeNull()
})

describe('a code is listed as low', () => {
  async function lowCodesOf(owner: TestUser) {
    return (await revenueFor(owner)).low_codes.map(({ id }) => id)
  }

  /** The other devices have a price of 0 or above a cycle, so nobody pays at them. */
  async function makeOwner() {
    const owner = await makeLandlord(server)
    const device = await makeDevice(server, owner, { price: 2 })
    for (const price of [0, 5]) await makeDevice(server, owner, { price })
    return { owner, device }
  }

  async function makeUsedCode(owner: TestUser, device: Device, left: number) {
    const code = await makeCode(server, owner, { balance: left + device.price })
    const body = { ...termsOf(device), prepaid_code: code.code }
    await server.call(payments.prepaid, { as: owner, body })
    return code
  }

  test('when it is in use and has less than two of the cheapest cycles left', async () => {
    const { owner, device } = await makeOwner()
    const low = await makeUsedCode(owner, device, 3.99)
    await makeUsedCode(owner, device, 4)
    const params = { id: (await makeUsedCode(owner, device, 1)).id }
    await server.call(prepaidCodes.setDisabled, { as: owner, params, body: { disabled: true } })
    const deleted = await makeUsedCode(owner, device, 1)
    await server.call(prepaidCodes.delete, { as: owner, params: { id: deleted.id } })
    expect(await lowCodesOf(owner)).toEqual([low.id])
    expect(await lowCodesOf(await makeLandlord(server))).toEqual([])
  })

  test('neither while nobody has paid with it, even after a top-up, nor once it has expired', async () => {
    const { owner, device } = await makeOwner()
    const unused = await makeCode(server, owner, { balance: 1 })
    const params = { id: unused.id }
    await server.call(prepaidCodes.topUp, { as: owner, params, body: { amount: 0.5 } })
    const ended = await makeUsedCode(owner, device, 1)
    await server.database
      .updateTable('prepaid_codes')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', ended.id)
      .execute()
    expect(await lowCodesOf(owner)).toEqual([])
  })
})

test.each([
  'Mars/Olympus',
  '+05:30',
  '',
  'x'.repeat(65),
  "UTC'; drop table users",
  'IST',
  'PST',
  'AET',
  'Etc/Unknown',
  'US/Pacific-New',
])('rejects the time zone %s', async (time_zone) => {
  const { status, body } = await server.refused(dashboard.revenue, {
    as: await makeUser(server),
    query: { time_zone },
  })
  expect([status, body.details?.[0]?.field]).toEqual([400, 'time_zone'])
})

test('rejects abbreviations of time zones, because PostgreSQL may use another country’s', async () => {
  const { rows } = await sql<{ abbrev: string }>`select abbrev from pg_timezone_abbrevs`.execute(
    server.database,
  )
  const { query } = dashboard.revenue
  const taken = rows.filter(({ abbrev }) => query.safeParse({ time_zone: abbrev }).success)
  expect(taken.map(({ abbrev }) => abbrev).filter((each) => !/^(UTC|GMT)$/.test(each))).toEqual([])
})

test('accepts only time zones that the database knows', async () => {
  const person = await makeUser(server)
  for (const time_zone of [...Intl.supportedValuesOf('timeZone'), 'UTC']) {
    await server.call(dashboard.revenue, { as: person, query: { time_zone } })
  }
})
