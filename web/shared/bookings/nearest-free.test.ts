import type { BookableSlot } from '@coinless/contract/bookings.ts'
import { expect, test } from 'vitest'
import { nearestFree } from './nearest-free.ts'

const at = (day: number, hour: number) => new Date(Date.UTC(2026, 0, day, hour)).toISOString()
const span = (day: number, hour: number, hours = 3) => ({
  starts_at: at(day, hour),
  ends_at: at(day, hour + hours),
})
const slot = (state: BookableSlot['state'], ...when: Parameters<typeof span>) => ({
  ...{ ...span(...when), state, booking_id: null, booked_by: null },
})
const group = (id: string, slots: BookableSlot[]) => ({
  ...{ id, name: id, dryer_minutes: 0, machines: [], slots },
})

function startOf(groups: ReturnType<typeof group>[], group_id: string) {
  const days = { groups, time_zone: 'UTC', last_day: '2026-01-09' }
  return nearestFree(days, { ...span(7, 10), group_id })?.slot.starts_at
}

test('offers the nearest free slot of the same group and length', () => {
  const one = group('one', [
    slot('free', 7, 1),
    slot('taken', 7, 7),
    slot('free', 7, 13, 1),
    slot('free', 8, 10),
  ])
  const other = group('other', [slot('free', 7, 10)])
  expect(startOf([one, other], 'one')).toBe(at(7, 1))
  expect(startOf([one, other], 'gone')).toBe(at(7, 10))
})

test('does not offer the lost slot again', () => {
  const one = group('one', [slot('free', 7, 10), slot('free', 9, 10)])
  expect(startOf([one], 'one')).toBe(at(9, 10))
})

test('offers no slot that is not open yet', () => {
  expect(startOf([group('one', [slot('free', 10, 10)])], 'one')).toBeUndefined()
})
