import { devices } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  makeAcceptedDevice,
  makeDevice,
  makeLandlord,
  type TestUser,
} from '../../../test/support/make.ts'

const server = testApp()

function exportOf({ token }: TestUser, query = '') {
  const headers = { authorization: `Bearer ${token}` }
  return server.app.inject({ url: `/api/devices/export${query}`, headers })
}

test('exports the devices that the caller owns, with stable column names and a total', async () => {
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner, { label: '=1+1', device_name: '' })
  const landlord = await makeLandlord(server, { email_verified: true })
  await makeAcceptedDevice(server, owner, landlord, { status: 'inactive', price: 0.1 })
  const answer = await exportOf(owner)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="devices.csv"',
    'x-total-count': '2',
  })
  const [header, newest, oldest] = answer.body.trim().split('\n')
  expect(header).toBe(
    'label,device_number,device_name,device_type,landlord_email,location,duration_minutes,minimum_duration_minutes,coin_type,price,status,sticker_number,created_at,prices,currency',
  )
  expect(newest).toContain(
    `,${landlord.email},"Elm Street 4, basement",30,15,quarter,0.10,inactive,`,
  )
  expect(oldest).toBe(
    `'=1+1,W-1,,washer,${owner.email},"Elm Street 4, basement",30,15,quarter,2.50,active,${device.sticker_number},${device.created_at},,USD`,
  )
  expect((await exportOf(landlord)).body.trim()).toBe(header)
})

test('exports the devices that match the filters', async () => {
  const owner = await makeLandlord(server)
  await makeDevice(server, owner, { label: 'Left', device_type: 'dryer' })
  await makeDevice(server, owner, { label: 'Right' })
  for (const [query, found] of [
    ['?device_type=dryer', ['Left']],
    ['?search=righ', ['Right']],
    ['?status=disabled', []],
  ] as const) {
    const { body, headers } = await exportOf(owner, query)
    const lines = body.trim().split('\n').slice(1)
    expect(lines.map((line) => line.split(',')[0])).toEqual(found)
    expect(headers['x-total-count']).toBe(String(found.length))
  }
})

test('exports each device once when many share a creation time and need several reads', async () => {
  const owner = await makeLandlord(server)
  const count = limits.exportRowsAtOnce * 2 + 1
  await sql`insert into devices
      (owner_id, label, device_number, device_type, landlord_email, location, duration_minutes, price)
    select ${owner.id}, 'x', n, 'washer', ${owner.email}, 'x', 30, 1
    from generate_series(1, ${count}::integer) as n`.execute(server.database)
  const text = await server.call(devices.export, { as: owner })
  const numbers = text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[1])
  expect(new Set(numbers).size).toBe(count)
  expect(numbers).toHaveLength(count)
})
