import type { Slot } from '@coinless/contract/booking-plans.ts'
import { expect, test } from 'vitest'
import { copied, filled, minutesBetween, nextSlot, untilOf } from './week-slots.ts'

const slot = (weekday: number, starts_at: string, minutes = 180): Slot => ({
  ...{ weekday, starts_at, minutes },
})

test('fills chosen days with as many slots as fit, and keeps other days', () => {
  const series = { from: '20:00', until: '00:00', minutes: 90, days: [1, 3] }
  expect(filled([slot(1, '07:00'), slot(2, '07:00')], series)).toEqual([
    slot(1, '20:00', 90),
    slot(1, '21:30', 90),
    slot(2, '07:00'),
    slot(3, '20:00', 90),
    slot(3, '21:30', 90),
  ])
  expect(filled([], { from: '20:00', until: '20:00', minutes: 90, days: [1] })).toEqual([])
})

test('copies a day to others, whose slots it replaces', () => {
  const week = [slot(1, '07:00'), slot(2, '12:00'), slot(3, '12:00')]
  expect(copied(week, 1, [2, 7])).toEqual([
    slot(1, '07:00'),
    slot(2, '07:00'),
    slot(3, '12:00'),
    slot(7, '07:00'),
  ])
})

test('ends a slot on the next day unless it ends later than it starts', () => {
  expect(untilOf(slot(1, '22:00'))).toBe('01:00')
  expect([minutesBetween('22:00', '01:00'), minutesBetween('07:00', '07:00')]).toEqual([180, 1440])
  expect(minutesBetween('07:00', '')).toBeNaN()
})

test('offers a slot after the last one of its day, from the next quarter of an hour', () => {
  const week = [slot(1, '07:00'), slot(1, '10:00', 50), slot(2, '12:00')]
  expect(nextSlot(week, 1)).toEqual(slot(1, '11:00', 50))
  expect(nextSlot(week, 3)).toEqual(slot(3, '07:00'))
})
