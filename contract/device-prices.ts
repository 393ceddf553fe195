import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type { Problem } from './explain.ts'
import { amountUpTo, id, minutes, moment, optionalText, timestamp, versionQuery } from './fields.ts'
import { limits } from './limits.ts'
import { readableWith } from './rights.ts'
import { timeZone } from './time-zone.ts'

/** What a device offers at a given moment. */
export const Offer = z.object({
  programme: z.string().nullable().describe('null: the device has only one programme'),
  duration_minutes: z.int(),
  price: z.number().describe('Price at this time'),
  usual_price: z.number().describe('Price at times without a special price'),
})
export type Offer = z.infer<typeof Offer>

const price = amountUpTo(limits.priceMax)

const quarter = /^([01]\d|2[0-3]):(00|15|30|45)$/
export const timeOfDay = z
  .string()
  .regex(quarter, 'not_a_quarter' satisfies Problem)
  .describe("Local time at the device, on the quarter hour: '22:00'")

const Programme = z.strictObject({
  name: optionalText(limits.programmeNameMax)
    .transform((name) => name ?? null)
    .describe('Optional if there is only one programme'),
  duration_minutes: minutes,
  price,
})
export type Programme = z.output<typeof Programme>

const WeekTime = z.strictObject({
  days: z
    .array(z.int().min(1).max(7))
    .min(1, 'none_chosen' satisfies Problem)
    .max(7)
    .refine((days) => new Set(days).size === days.length, 'repeated' satisfies Problem)
    .describe('Days on which the time starts: 1 is Monday, 7 is Sunday'),
  from: timeOfDay,
  until: timeOfDay.describe('On the next day if not later than from'),
  prices: z
    .array(price.nullable())
    .max(limits.programmes)
    .describe('One price per programme, in the same order. null: the usual price'),
})
export type WeekTime = z.output<typeof WeekTime>

const table = {
  programmes: z
    .array(Programme)
    .min(1)
    .max(limits.programmes)
    .describe('The device shows the price and duration of the first programme'),
  times: z.array(WeekTime).max(limits.weekTimes).describe('Times must not overlap'),
}
interface PriceTable {
  programmes: Programme[]
  times: WeekTime[]
}

const PlannedPrices = z.strictObject({
  from: z.iso
    .date('not_a_day' satisfies Problem)
    .describe('First day on which these prices apply, at the device'),
  ...table,
})

export const PriceListBody = z
  .strictObject({
    time_zone: timeZone
      .nullable()
      .describe('Time zone of the device. null: prices do not depend on the time'),
    ...table,
    planned: z
      .array(PlannedPrices)
      .max(limits.plannedPrices)
      .describe('Complete price lists that replace this one, each from its first day'),
  })
  .superRefine((list, check) => {
    for (const [path, problem] of problemsOf(list)) {
      check.addIssue({ code: 'custom', path, message: problem })
    }
  })
export type PriceListBody = z.output<typeof PriceListBody>

export const PriceList = z.object(
  readableWith('read_devices', {
    time_zone: z.string().nullable(),
    programmes: z.array(z.object({ ...Programme.shape, name: z.string().nullable() })),
    times: z.array(WeekTime),
    planned: z
      .array(
        z.object({
          from: z.string(),
          programmes: z.array(z.object({ ...Programme.shape, name: z.string().nullable() })),
          times: z.array(WeekTime),
        }),
      )
      .describe('Empty if you cannot change the device'),
  }),
)
export type PriceList = z.infer<typeof PriceList>

type Found = [path: (string | number)[], problem: Problem]

function problemsOf({ time_zone, planned, ...now }: PriceListBody): Found[] {
  const days = planned.map(({ from }) => from)
  const needsZone = now.times.length + planned.length > 0
  return [
    ...(needsZone && time_zone === null ? [[['time_zone'], 'required'] as Found] : []),
    ...problemsOfTable(now),
    ...planned.flatMap((table, index): Found[] => [
      ...(days.indexOf(table.from) < index
        ? [[['planned', index, 'from'], 'repeated'] as Found]
        : []),
      ...problemsOfTable(table).map(
        ([path, problem]): Found => [['planned', index, ...path], problem],
      ),
    ]),
  ]
}

function problemsOfTable({ programmes, times }: PriceTable): Found[] {
  const names = programmes.map(({ name }) => name?.toLowerCase())
  const taken = new Set<number>()
  return [
    ...names.flatMap((name, index): Found[] => {
      const path = ['programmes', index, 'name']
      if (name === undefined) return names.length > 1 ? [[path, 'required']] : []
      return names.indexOf(name) < index ? [[path, 'repeated']] : []
    }),
    ...times.flatMap((time, index): Found[] => {
      const isFree = quartersOf(time).every((each) => !taken.has(each))
      for (const each of quartersOf(time)) taken.add(each)
      return [
        ...(isFree ? [] : [[['times', index, 'from'], 'times_overlap'] as Found]),
        ...(time.prices.length === names.length
          ? []
          : [[['times', index, 'prices'], 'one_for_each_programme'] as Found]),
      ]
    }),
  ]
}

const quartersOfDay = 24 * 4
const quartersOfWeek = 7 * quartersOfDay

function quarterOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 4 + Math.floor(minutes / 15)
}

/** Quarter hours of the week, counted from Monday 0:00. */
export function quartersOf({ days, from, until }: Pick<WeekTime, 'days' | 'from' | 'until'>) {
  const [first, end] = [quarterOf(from), quarterOf(until)]
  const count = end > first ? end - first : end + quartersOfDay - first
  return days.flatMap((day) =>
    Array.from(
      { length: count },
      (_, index) => ((day - 1) * quartersOfDay + first + index) % quartersOfWeek,
    ),
  )
}

/**
 * Offers for a weekday, 1 to 7, and a time in the device's time zone. For a payment, the database decides (offers_at).
 */
export function offersWhen({ programmes, times }: PriceTable, day: number, time: string): Offer[] {
  const asked = (day - 1) * quartersOfDay + quarterOf(time)
  const prices = times.find((each) => quartersOf(each).includes(asked))?.prices
  return programmes.map(({ name, duration_minutes, price: usual_price }, index) => ({
    programme: programmes.length > 1 ? name : null,
    duration_minutes,
    price: prices?.[index] ?? usual_price,
    usual_price,
  }))
}

/** The price list in force on a day. */
export function tableOn({ planned, ...now }: PriceListBody | PriceList, date: string): PriceTable {
  const before = planned.filter(({ from }) => from <= date)
  return before.toSorted((one, other) => (one.from < other.from ? 1 : -1))[0] ?? now
}

/** Every price that may have to be paid. */
export function pricesOf({ planned, ...now }: PriceListBody | PriceList): number[] {
  return [now, ...planned].flatMap(({ programmes, times }) => [
    ...programmes.map((each) => each.price),
    ...times.flatMap(({ prices }) => prices.filter((each) => each !== null)),
  ])
}

/** Every duration that may be paid for. */
export function minutesOf({ planned, ...now }: PriceListBody | PriceList): number[] {
  return [now, ...planned].flatMap(({ programmes }) =>
    programmes.map((each) => each.duration_minutes),
  )
}

const params = z.strictObject({ id: id.describe('Id of the device') })

export const devicePrices = {
  get: endpoint('GET', '/devices/:id/prices', {
    summary: 'Get all prices of a device: programmes, times of the week and planned prices',
    may: 'signed-in',
    needs: 'read_devices',
    isForStaff: 'places',
    params,
    reply: PriceList,
    refusals: ['device_not_found'],
  }),
  save: endpoint('PUT', '/devices/:id/prices', {
    summary:
      'Replace all prices of a device. With one programme and no times or planned prices, only price and duration remain',
    may: 'signed-in',
    needs: 'change_devices',
    isForStaff: 'places',
    params,
    query: versionQuery,
    body: PriceListBody,
    reply: PriceList,
    refusals: [
      'device_not_found',
      'not_yours',
      'changed_meanwhile',
      'price_not_in_coins',
      'too_long_for_controller',
    ],
  }),
  at: endpoint('GET', '/devices/:id/offer', {
    summary: 'Get the offers of a device at a time, and when they change next',
    may: 'signed-in',
    needs: 'read_devices',
    isForStaff: 'places',
    params,
    query: z.strictObject({ at: moment.optional().describe('Default: now') }),
    reply: z.object({
      at: timestamp,
      time_zone: z.string().nullable(),
      place_time_zone: z
        .string()
        .nullable()
        .describe('Time zone of the place of the device. null: its owner has chosen none'),
      offers: z.array(Offer),
      changes_at: timestamp
        .nullable()
        .describe(`null: no change within the next ${limits.priceHoursAhead} hours`),
      next: z.array(Offer).nullable().describe('Offers after the change'),
    }),
    refusals: ['device_not_found'],
  }),
}
