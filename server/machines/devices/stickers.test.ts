import { type Device, devices } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { groupedStickerNumber, stickerNumberOf } from '@coinless/contract/sticker-numbers.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  deviceBody,
  makeAcceptedDevice,
  makeAdmin,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
} from '../../../test/support/make.ts'

const server = testApp()
const publicServer = testApp({ publicUrl: 'https://coinless.example.com' })

const find = (as: TestUser, sticker_number: string) =>
  server.call(devices.findBySticker, { as, params: { sticker_number } })

async function refusedTo(as: TestUser, sticker_number: string) {
  const sent = { as, params: { sticker_number } }
  const { status, body } = await server.refused(devices.findBySticker, sent)
  return { status, code: body.code, error: body.error }
}

const numbersOf = async (as: TestUser, query = {}) =>
  (await server.call(devices.stickers, { as, query })).data.map(({ id }) => id)

describe('a sticker number', () => {
  // id: devices-stickers-1
  test('finds its device in any spelling and stays the same when the device changes', async () => {
    const owner = await makeLandlord(server)
    const tenant = await makeUser(server)
    const { id, sticker_number } = await makeDevice(server, owner)
    expect(stickerNumberOf(sticker_number)).toBe(sticker_number)
    const body = {
      ...deviceBody,
      landlord_email: owner.email,
      device_number: 'N-9',
      label: 'Another',
      location: 'Elsewhere',
      price: 7,
    }
    await server.call(devices.update, { as: owner, params: { id }, body })
    const grouped = groupedStickerNumber(sticker_number)
    for (const typed of [sticker_number, grouped, grouped.replaceAll(' ', '-')]) {
      expect(await find(tenant, typed)).toMatchObject({ id, label: 'Another', price: 7 })
    }
    const change = sql`update devices set sticker_number = null where id = ${id}`
    await expect(change.execute(server.database)).rejects.toThrow('keeps its sticker number')
  })

  test('gives a user who cannot see the device the same answer as an unknown number', async () => {
    const owner = await makeLandlord(server)
    const stranger = await makeUser(server)
    const other = await makeLandlord(server, { email_verified: true })
    const hidden: Device[] = [
      await makeDevice(server, owner, { status: 'inactive' }),
      await makeDevice(server, owner, { landlord_email: other.email }),
    ]
    const gone = await makeDevice(server, owner)
    await server.call(devices.delete, { as: owner, params: { id: gone.id } })
    const unknown = await refusedTo(stranger, '482109379')
    expect([unknown.status, unknown.code]).toEqual([404, 'sticker_not_found'])
    for (const { sticker_number } of [...hidden, gone]) {
      expect(await refusedTo(stranger, sticker_number)).toEqual(unknown)
    }
    expect(await refusedTo(owner, gone.sticker_number)).toEqual(unknown)
    expect(await find(owner, hidden[0]?.sticker_number ?? '')).toMatchObject({ status: 'inactive' })
  })

  test('is rejected with a wrong digit, and shows strangers only what the device shows them', async () => {
    const owner = await makeLandlord(server)
    const stranger = await makeUser(server)
    const { sticker_number } = await makeDevice(server, owner)
    const last = (Number(sticker_number.at(-1)) + 1) % 10
    const wrong = await refusedTo(stranger, sticker_number.slice(0, -1) + last)
    expect([wrong.status, wrong.error]).toEqual([
      400,
      'That isn’t a valid sticker number. Check the digits.',
    ])
    expect(await find(stranger, sticker_number)).toMatchObject({
      owner_id: null,
      landlord_email: '',
    })
  })

  test('is drawn again when another device has it', async () => {
    const owner = await makeLandlord(server)
    const { sticker_number } = await makeDevice(server, owner)
    let tries = 0
    const made = await server.database.transaction().execute(async (transaction) => {
      tries++
      const number = tries === 1 ? sticker_number : null
      await sql`insert into devices (owner_id, label, device_number, landlord_email, location,
          device_type, duration_minutes, price, sticker_number, shares_number)
        values (${owner.id}, 'W', 'W', ${owner.email}, 'L', 'washer', 30, 2, ${number}, true)
      `.execute(transaction)
      return true
    })
    expect([made, tries]).toEqual([true, 2])
  })
})

describe('stickers', () => {
  test('are listed for users who can change the devices, with search and filters', async () => {
    const owner = await makeLandlord(server)
    const landlord = await makeLandlord(server, { email_verified: true })
    const washer = await makeDevice(server, owner, { location: 'Sticker Street' })
    const off = { device_number: 'D-1', device_type: 'dryer', status: 'inactive' } as const
    const dryer = await makeDevice(server, owner, off)
    const shared = await makeAcceptedDevice(server, owner, landlord, { device_number: 'S-1' })
    expect(await numbersOf(owner)).toEqual([shared.id, dryer.id, washer.id])
    expect(await numbersOf(landlord)).toEqual([shared.id])
    expect(await numbersOf(await makeUser(server))).toEqual([])
    expect(await numbersOf(owner, { search: 'sticker str' })).toEqual([washer.id])
    expect(await numbersOf(owner, { device_type: 'dryer' })).toEqual([dryer.id])
    expect(await numbersOf(owner, { status: 'inactive' })).toEqual([dryer.id])
    expect(await numbersOf(await makeAdmin(server), { id: washer.id })).toEqual([washer.id])
    expect(await numbersOf(await makeUser(server), { id: washer.id })).toEqual([])
  })

  test('use the public origin, and say when no public URL is set', async () => {
    const told = await server.call(devices.stickers, { as: await makeUser(server) })
    expect(told).toMatchObject({ is_origin_set: false, data: [] })
    expect(
      await publicServer.call(devices.stickers, { as: await makeUser(publicServer) }),
    ).toMatchObject({ is_origin_set: true, origin: 'https://coinless.example.com' })
  })

  test(`must be requested in parts for more than ${limits.stickers} devices`, async () => {
    const owner = await makeLandlord(server)
    await sql`insert into devices (owner_id, label, device_number, landlord_email, location,
        device_type, duration_minutes, price, shares_number)
      select ${owner.id}, 'W', n, ${owner.email}, 'L', 'washer', 30, 2, true
      from generate_series(1, ${limits.stickers}::int) n`.execute(server.database)
    expect(await numbersOf(owner)).toHaveLength(limits.stickers)
    await makeDevice(server, owner, { location: 'One more' })
    const { status, body } = await server.refused(devices.stickers, { as: owner })
    expect([status, body.code]).toEqual([422, 'too_many_stickers'])
    expect(await numbersOf(owner, { search: 'One more' })).toHaveLength(1)
  })
})
