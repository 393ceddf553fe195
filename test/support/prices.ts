import {
  devicePrices,
  type PriceListBody,
  type WeekTime,
} from '@coinless/contract/device-prices.ts'
import type { TestApp } from './app.ts'
import type { TestUser } from './make.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]
/** Applies at any time that a test runs. */
export const allWeek: Pick<WeekTime, 'days' | 'from' | 'until'> = {
  days: everyDay,
  from: '00:00',
  until: '00:00',
}

/** Two programmes that are cheaper at night. */
export const nightPrices: PriceListBody = {
  time_zone: 'America/New_York',
  programmes: [
    { name: 'Normal', duration_minutes: 30, price: 2.5 },
    { name: 'Long', duration_minutes: 60, price: 4 },
  ],
  times: [{ days: everyDay, from: '22:00', until: '06:00', prices: [1.5, null] }],
  planned: [],
}

/** Three programmes, at the same prices at all times. */
export const threeProgrammes: PriceListBody = {
  time_zone: null,
  programmes: [
    { name: 'Normal', duration_minutes: 30, price: 2.5 },
    { name: 'Short', duration_minutes: 15, price: 1.25 },
    { name: 'Long', duration_minutes: 60, price: 4 },
  ],
  times: [],
  planned: [],
}

export function savePrices(
  server: TestApp,
  as: TestUser,
  { id }: { id: string },
  body: PriceListBody,
) {
  return server.call(devicePrices.save, { as, params: { id }, body })
}

/** Current day in a time zone. */
export function todayIn(timeZone: string, date = new Date()): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(date)
}
