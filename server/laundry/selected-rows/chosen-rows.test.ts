import { randomUUID } from 'node:crypto'
import { chosenRows } from '@coinless/contract/chosen-rows.ts'
import { limits } from '@coinless/contract/limits.ts'
import { prepaidCodeBatches } from '@coinless/contract/prepaid-code-batches.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  makeAcceptedDevice,
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
} from '../../../test/support/make.ts'

const server = testApp()

const linesOf = (text: string) => text.trim().split('\n').slice(1)
const firstCells = (text: string) => linesOf(text).map((line) => line.split(',')[0])

test('includes only chosen devices that the user may change in stickers and exports', async () => {
  const owner = await makeLandlord(server)
  const landlord = await makeLandlord(server, { email_verified: true })
  const first = await makeDevice(server, owner, { label: 'First' })
  await makeDevice(server, owner, { label: 'Not chosen' })
  const run = await makeAcceptedDevice(server, owner, landlord, { label: 'Run by another' })
  const stranger = await makeDevice(server, await makeLandlord(server), { label: 'Of a stranger' })
  const chosen = { ids: [first.id, run.id, stranger.id, randomUUID()] }
  for (const [as, labels] of [
    [owner, ['Run by another', 'First']],
    [landlord, ['Run by another']],
    [await makeUser(server), []],
  ] as const) {
    const stickers = await server.call(chosenRows.stickers, { as, body: { chosen } })
    expect(stickers.data.map(({ label }) => label)).toEqual(labels)
    const file = await server.call(chosenRows.exportDevices, { as, body: { chosen } })
    expect(firstCells(file)).toEqual(labels)
  }
})

test('exports all devices that a filter finds except those left out', async () => {
  const as = await makeLandlord(server)
  const [one] = await Promise.all(
    ['One', 'Two', 'Three'].map((label) => makeDevice(server, as, { label, location: 'Attic' })),
  )
  await makeDevice(server, as, { label: 'Four', location: 'Cellar' })
  const chosen = { filter: { search: 'attic', own: 'only' as const }, except: [one?.id ?? ''] }
  const file = await server.call(chosenRows.exportDevices, { as, body: { chosen } })
  expect(firstCells(file).sort()).toEqual(['Three', 'Two'])
})

test('prints only chosen codes that the user issued and that can pay, and counts the rest', async () => {
  const issuer = await makeLandlord(server)
  const holder = await makeUser(server, { email_verified: true })
  const one = await makeCode(server, issuer, { customer_email: holder.email })
  const two = await makeCode(server, issuer)
  const disabled = await makeCode(server, issuer, { disabled: true })
  await makeCode(server, issuer)
  const chosen = { ids: [one.id, two.id, disabled.id] }
  const cards = await server.call(chosenRows.cards, { as: issuer, body: { chosen } })
  expect(cards.data.map(({ code }) => code)).toEqual([two.code, one.code])
  expect(cards).toMatchObject({ left_out: 1, run_by: 'Lou Landlord' })
  const file = await server.call(chosenRows.exportCodes, { as: issuer, body: { chosen } })
  expect(firstCells(file)).toEqual([two.code, one.code, disabled.code])
  const ofHolder = await server.call(chosenRows.cards, { as: holder, body: { chosen } })
  expect(ofHolder).toMatchObject({ left_out: 3, data: [] })
  expect(
    linesOf(await server.call(chosenRows.exportCodes, { as: holder, body: { chosen } })),
  ).toEqual([])
})

test('prints cards of as many codes as a batch may have, and no more', async () => {
  const issuer = await makeLandlord(server, { email_verified: true })
  const body = { codes: limits.batchCodes, balance: 1 }
  await server.call(prepaidCodeBatches.create, { as: issuer, body })
  const chosen = { filter: {} }
  const { data } = await server.call(chosenRows.cards, { as: issuer, body: { chosen } })
  expect(data).toHaveLength(limits.batchCodes)
  await makeCode(server, issuer)
  const { status, body: refused } = await server.refused(chosenRows.cards, {
    ...{ as: issuer, body: { chosen } },
  })
  expect([status, refused.code]).toEqual([422, 'too_many_cards'])
})

test('rejects stickers for more devices than the limit', async () => {
  const as = await makeLandlord(server)
  await sql`insert into devices
      (owner_id, label, device_number, device_type, landlord_email, location, duration_minutes, price)
    select ${as.id}, 'x', n, 'washer', ${as.email}, 'x', 30, 1
    from generate_series(1, ${limits.stickers + 1}::integer) as n`.execute(server.database)
  const { body } = await server.refused(chosenRows.stickers, {
    ...{ as, body: { chosen: { filter: {} } } },
  })
  expect(body.code).toBe('too_many_stickers')
})
