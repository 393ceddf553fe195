import { offersWhen } from '@coinless/contract/device-prices.ts'
import { expect, test } from 'vitest'
import { weekOf } from './week.ts'

const programmes = [
  { name: 'Normal', duration_minutes: 30, price: 2.5 },
  { name: 'Long', duration_minutes: 60, price: 4 },
]
const times = [
  { days: [5, 6], from: '22:15', until: '06:00', prices: [1.5, null] },
  { days: [1], from: '08:00', until: '12:00', prices: [null, 3] },
]

test('starts a new span when the price of any day changes', () => {
  expect(weekOf({ programmes, times: [] }, 0)).toEqual([
    { from: '00:00', until: '24:00', prices: new Array(7).fill(2.5) },
  ])
  expect(weekOf({ programmes, times }, 0)).toEqual([
    { from: '00:00', until: '06:00', prices: [2.5, 2.5, 2.5, 2.5, 2.5, 1.5, 1.5] },
    { from: '06:00', until: '22:15', prices: new Array(7).fill(2.5) },
    { from: '22:15', until: '24:00', prices: [2.5, 2.5, 2.5, 2.5, 1.5, 1.5, 2.5] },
  ])
  expect(weekOf({ programmes, times }, 1).map(({ from }) => from)).toEqual([
    '00:00',
    '08:00',
    '12:00',
  ])
})

test('shows the same price as the preview for each span', () => {
  for (const programme of [0, 1]) {
    for (const { from, until, prices } of weekOf({ programmes, times }, programme)) {
      for (const [index, price] of prices.entries()) {
        const last = until === '24:00' ? '23:45' : from
        for (const time of [from, last]) {
          const offers = offersWhen({ programmes, times }, index + 1, time)
          expect(offers[programme]?.price).toBe(price)
        }
      }
    }
  }
})
