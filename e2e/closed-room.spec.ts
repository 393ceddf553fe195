import { randomUUID } from 'node:crypto'
import type { Device } from '@coinless/contract/devices.ts'
import { local } from './local.ts'
import { expect, type Person, test } from './person.ts'
import { show } from './screens.ts'

const days = [1, 2, 3, 4, 5, 6, 7]
const quarterMs = 15 * 60_000

/** Hours begin and end on a quarter of an hour. */
function inQuarters(quarters: number): string {
  const at = Math.floor(Date.now() / quarterMs + quarters) * quarterMs
  return new Date(at).toISOString().slice(11, 16)
}

/** Opens and closes each day in quarters of an hour from now. */
const setHours = (landlord: Person, { sticker_number }: Device, opens: number, closes: number) =>
  landlord.call('PUT', `/rooms/${sticker_number}/opening-hours`, {
    time_zone: 'UTC',
    days: days.map((weekday) => ({
      ...{ weekday, opens_at: inQuarters(opens), closes_at: inQuarters(closes) },
    })),
  })

// id: e2e-closed-room-1
test('offers neither the queue nor holds in a closed room, and says when it opens or closes', async ({
  page,
  landlord,
  tenant,
}) => {
  const location = `Cellar ${randomUUID().slice(0, 8)}`
  const washer = await landlord.addDevice({ location })
  const dryer = await landlord.addDevice({ location, device_type: 'dryer' })
  const both = ['washer', 'dryer']
  await landlord.call('PUT', `/rooms/${washer.sticker_number}/rules`, {
    ...{
      queue_types: both,
      hold_types: both,
      turn_minutes: 5,
      hold_minutes: 10,
      pause_minutes: 15,
    },
  })
  await landlord.pay(washer, await landlord.issueCode())
  await setHours(landlord, washer, -4, 1.33)
  await tenant.signInAt(page)
  const room = `/rooms/${washer.sticker_number}`
  await show(page, room)
  const join = page.getByRole('button', { name: 'Join the queue' })
  const hold = page.getByRole('button', { name: /^Hold for 10 min/ })
  await expect(join).toBeVisible()
  await expect(hold).toBeVisible()
  await show(page, `/payments?device=${dryer.id}`)
  await expect(page.getByText('The room closes before the cycle ends: ')).toBeVisible()

  await setHours(landlord, washer, 8, 12)
  await show(page, room)
  const closed = local(/^Closed until .*[AP]M$/)
  await expect(page.getByRole('region', { name: 'Washer' }).getByText(closed)).toBeVisible()
  await expect(join).toHaveCount(0)
  await expect(hold).toHaveCount(0)
  for (const { id } of [washer, dryer]) {
    await show(page, `/payments?device=${id}`)
    await expect(page.getByText(closed).first()).toBeVisible()
    await expect(join).toHaveCount(0)
  }
})
