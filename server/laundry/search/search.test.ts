import { devices } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { search } from '@coinless/contract/search.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makePastPayment } from '../../../test/support/history.ts'
import {
  makeAdmin,
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
} from '../../../test/support/make.ts'

const server = testApp()

async function found(as: TestUser, text: string) {
  const answer = await server.call(search.find, { as, body: { text } })
  return Object.fromEntries(
    Object.entries(answer).map(([kind, things]) => [kind, things.map(({ id }) => id)]),
  )
}

test('finds only what the lists of the user contain', async () => {
  const owner = await makeLandlord(server, { email_verified: true })
  const other = await makeLandlord(server)
  const admin = await makeAdmin(server)
  const device = await makeDevice(server, owner, { device_number: 'QUARTZ-1', status: 'inactive' })
  const code = await makeCode(server, owner, { customer_email: 'quartz@example.com' })
  await makePastPayment(server, other, device, { at: new Date() })
  const named = await makeUser(server, { full_name: 'Quartz Ana' })
  const seen = await found(owner, 'quartz')
  expect(seen).toMatchObject({ devices: [device.id], prepaid_codes: [code.id], users: [] })
  expect(seen.transactions).toHaveLength(1)
  expect(await found(other, 'quartz')).toEqual({
    devices: [],
    prepaid_codes: [],
    transactions: seen.transactions,
    users: [],
  })
  expect(await found(admin, ' QUARTZ ')).toEqual({ ...seen, users: [named.id] })
  expect(await found(await makeUser(server), 'quartz')).toEqual({
    devices: [],
    prepaid_codes: [],
    transactions: [],
    users: [],
  })
})

test('finds devices of unverified operators only for themselves', async () => {
  const owner = await makeLandlord(server)
  const { id } = await makeDevice(server, owner, { label: 'Slate washer' })
  expect((await found(owner, 'slate')).devices).toEqual([id])
  expect((await found(await makeUser(server), 'slate')).devices).toEqual([])
})

test(`finds the newest ${limits.foundOfKind} of each kind`, async () => {
  const owner = await makeLandlord(server)
  const ids: string[] = []
  for (let n = 0; n <= limits.foundOfKind; n++) {
    ids.unshift((await makeDevice(server, owner, { label: `Basalt ${n}`, status: 'inactive' })).id)
  }
  expect((await found(owner, 'basalt')).devices).toEqual(ids.slice(0, limits.foundOfKind))
})

test('finds devices of others without fields that only their owner sees', async () => {
  const owner = await makeLandlord(server, { email_verified: true })
  const stranger = await makeUser(server)
  const { id } = await makeDevice(server, owner, { label: 'Marble' })
  const [shown] = (await server.call(search.find, { as: stranger, body: { text: 'marble' } }))
    .devices
  expect(shown).toEqual(await server.call(devices.get, { as: stranger, params: { id } }))
})

test(`accepts one line of 1 to ${limits.searchMax} characters`, async () => {
  const as = await makeUser(server)
  for (const text of ['', ' ', 'x'.repeat(limits.searchMax + 1), 'a\0b']) {
    const { status } = await server.refused(search.find, { as, body: { text } })
    expect(status).toBe(400)
  }
})
