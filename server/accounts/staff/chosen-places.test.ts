import { devices } from '@coinless/contract/devices.ts'
import { idempotencyKeys } from '@coinless/contract/idempotency-keys.ts'
import { limits } from '@coinless/contract/limits.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { reports } from '@coinless/contract/reports.ts'
import { accountHeader, staff } from '@coinless/contract/staff.ts'
import { describe, expect, test } from 'vitest'
import { statusOf, testApp } from '../../../test/support/app.ts'
import {
  makeAcceptedDevice,
  makeDevice,
  makeLandlord,
  makeUser,
  password,
} from '../../../test/support/make.ts'
import { makeStaff } from '../../../test/support/staff.ts'
import { identify, isStillAllowed } from '../../http/request/session.ts'

const server = testApp({ publicUrl: 'https://coinless.example.com' })

const proof = { current_password: password }
const makeOwner = () => makeLandlord(server, { email_verified: true })
const makePerson = () => makeUser(server, { email_verified: true })
type Owner = Awaited<ReturnType<typeof makeOwner>>

async function invite(as: Owner, email: string, places?: string[] | null) {
  const body = {
    ...proof,
    email,
    role: 'manager' as const,
    ...(places !== undefined && { places }),
  }
  return server.call(staff.invite, { as, body })
}

async function mailTo(email: string) {
  return (await server.mails()).findLast(({ to }) => to === email)?.text ?? ''
}

describe('the places that an owner chooses', () => {
  test('are named on the page of the invitation, and only counted in its mail', async () => {
    const [owner, person] = [await makeOwner(), await makePerson()]
    const made = await invite(owner, person.email, ['Cellar', ' Attic ', 'Cellar'])
    expect(made.places).toEqual(['Attic', 'Cellar'])
    const mail = await mailTo(person.email)
    expect(mail).toContain('as a manager, at 2 of their places.')
    expect(mail).not.toContain('Attic')
    const secret = /#(\S+)$/m.exec(mail)?.[1] ?? ''
    const shown = await server.call(staff.invitation, { as: person, body: { secret } })
    expect(shown.places).toEqual(['Attic', 'Cellar'])
    const joined = await server.call(staff.accept, { as: person, body: { secret } })
    const { places, rights } = joined
    expect([places, rights]).toEqual([
      ['Attic', 'Cellar'],
      ['read_devices', 'change_devices', 'controllers', 'reports', 'read_money'],
    ])
    expect((await server.call(staff.accounts, { as: person })).data).toEqual([joined])
    expect((await server.call(staff.list, { as: owner })).data).toMatchObject([{ places }])
    const file = await server.call(ownAccount.export, { as: owner })
    expect(file.staff).toMatchObject([{ places }])
  })

  test('are all places when none is chosen', async () => {
    const owner = await makeOwner()
    for (const places of [undefined, null]) {
      const { email } = await makePerson()
      expect((await invite(owner, email, places)).places).toBe(null)
      expect(await mailTo(email)).toContain('as a manager. Sign in')
    }
  })

  test(`number at most ${limits.staffPlaces} and at least one, each a valid location of a device`, async () => {
    const owner = await makeOwner()
    const named = (count: number) => Array.from({ length: count }, (_, n) => `House ${n}`)
    const { email } = await makePerson()
    const wrong = [[], named(limits.staffPlaces + 1), [''], ['x'.repeat(limits.locationMax + 1)]]
    for (const places of wrong) {
      const body = { ...proof, email, role: 'manager' as const, places }
      expect((await server.refused(staff.invite, { as: owner, body })).status).toBe(400)
    }
    expect((await server.call(staff.list, { as: owner })).data).toEqual([])
    expect((await invite(owner, email, named(limits.staffPlaces))).places).toHaveLength(
      limits.staffPlaces,
    )
  })

  test('stay when only the role changes, become all with null, and are audited', async () => {
    const owner = await makeOwner()
    const as = await makeStaff(server, owner, 'manager', undefined, ['Attic'])
    const change = async (facts: { role: 'manager' | 'technician'; places?: string[] | null }) => {
      const sent = { params: { id: as.membershipId }, body: { ...proof, ...facts } }
      return (await server.call(staff.change, { as: owner, ...sent })).places
    }
    expect(await change({ role: 'technician' })).toEqual(['Attic'])
    expect(await change({ role: 'technician', places: ['Cellar', 'Attic'] })).toEqual([
      'Attic',
      'Cellar',
    ])
    expect(await change({ role: 'manager', places: null })).toBe(null)
    const { data } = await server.call(staff.trail, { as: owner, query: {} })
    expect(data.slice(0, 3).map(({ details }) => details)).toEqual([
      { role: 'technician → manager', places: 'Attic, Cellar → –' },
      { role: 'technician → technician', places: 'Attic → Attic, Cellar' },
      { role: 'manager → technician' },
    ])
  })

  test('do not undo a separate change of the role', async () => {
    const owner = await makeOwner()
    const as = await makeStaff(server, owner, 'manager', undefined, ['Attic'])
    const change = (facts: { role?: 'technician'; places?: string[] }) =>
      server.call(staff.change, {
        as: owner,
        params: { id: as.membershipId },
        body: { ...proof, ...facts },
      })
    await change({ role: 'technician' })
    const { role, places } = await change({ places: ['Cellar'] })
    expect([role, places]).toEqual(['technician', ['Cellar']])
  })

  test('are offered from the locations of their devices only', async () => {
    const [owner, other] = [await makeOwner(), await makeOwner()]
    await makeDevice(server, owner, { location: 'Cellar' })
    await makeDevice(server, owner, { location: 'Attic' })
    await makeDevice(server, owner, { location: 'Attic' })
    await makeAcceptedDevice(server, other, owner, { location: 'Hosted' })
    await makeDevice(server, other, { location: 'Named', landlord_email: owner.email })
    await makeDevice(server, other, { location: 'Of another' })
    const gone = await makeDevice(server, owner, { location: 'Gone' })
    await server.call(devices.delete, { as: owner, params: { id: gone.id } })
    const { data } = await server.call(staff.places, { as: owner })
    expect(data).toEqual(['Attic', 'Cellar', 'Hosted'])
  })
})

test('applies other places from the next call, and ends long calls', async () => {
  const owner = await makeOwner()
  const as = await makeStaff(server, owner, 'manager', undefined, ['Attic'])
  const { id } = await makeDevice(server, owner, { location: 'Attic' })
  const request = { headers: { 'coinless-account': owner.id }, ip: '127.0.0.1' }
  const caller = await identify(server.parts, request as never, server.app.jwt.verify(as.token))
  const get = () => statusOf(server.app, devices.get, as, { params: { id } })
  expect([await get(), await isStillAllowed(server.app, caller)]).toEqual([200, true])
  await server.call(staff.change, {
    as: owner,
    params: { id: as.membershipId },
    body: { ...proof, role: 'manager', places: ['Cellar'] },
  })
  expect([await get(), await isStillAllowed(server.app, caller)]).toEqual([404, false])
})

test('returns the outcome of a call to its caller only, for staff of some places', async () => {
  const owner = await makeOwner()
  const device = await makeDevice(server, owner, { location: 'Attic' })
  const said = { device_id: device.id, kind: 'damaged', text: 'Smells' } as const
  await server.call(reports.create, { as: await makePerson(), body: said })
  const technicians = [
    await makeStaff(server, owner, 'technician', undefined, ['Attic']),
    await makeStaff(server, owner, 'technician', undefined, ['Attic']),
  ] as const
  const [as] = technicians
  const [found] = (await server.call(reports.listCases, { as })).data
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/report-cases/${found?.id}/answers`,
    headers: {
      authorization: `Bearer ${as.token}`,
      [accountHeader]: as.account,
      'idempotency-key': 'one',
    },
    payload: { text: 'We will look' },
  })
  expect(answer.statusCode).toBe(201)
  const params = { key: 'one' }
  const outcomes = async (
    endpoint: typeof idempotencyKeys.outcome | typeof idempotencyKeys.withdraw,
  ) =>
    Promise.all(
      technicians.map(async (each) => (await server.call(endpoint, { as: each, params })).outcome),
    )
  expect(await outcomes(idempotencyKeys.outcome)).toEqual(['done', 'unknown'])
  expect(await outcomes(idempotencyKeys.withdraw)).toEqual(['done', 'refused'])
})

test('shows a hidden device to staff of all places, but not to staff of a former place', async () => {
  const owner = await makeOwner()
  await makeDevice(server, owner, { location: 'Attic', status: 'inactive' })
  const [ofAll, ofNone] = [
    await makeStaff(server, owner, 'manager'),
    await makeStaff(server, owner, 'manager', undefined, ['Sold']),
  ]
  const total = async (as: typeof ofAll) =>
    (await server.call(devices.list, { as, query: { own: 'only' } })).pagination.total
  expect([await total(ofAll), await total(ofNone)]).toEqual([1, 0])
})
