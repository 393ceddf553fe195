import {
  type Offer,
  offersWhen,
  type PriceList,
  quartersOf,
  tableOn,
  type WeekTime,
} from '@coinless/contract/device-prices.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'

const server = testApp()

/** Zones with clock changes at night, at midnight, by half an hour, backwards, in the southern half, and none. */
const zones = [
  'America/New_York',
  'Europe/Madrid',
  'America/Havana',
  'Australia/Lord_Howe',
  'Europe/Dublin',
  'America/Santiago',
  'Asia/Kathmandu',
  'UTC',
]

const cents = fc.integer({ min: 0, max: 1_000_000 }).map((count) => count / 100)
const quarter = fc.integer({ min: 0, max: 95 }).map((count) => {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(Math.floor(count / 4))}:${two((count % 4) * 15)}`
})

function tableOf(programmes: number) {
  return fc.record({
    programmes: fc
      .array(fc.record({ duration_minutes: fc.integer({ min: 1, max: 10_080 }), price: cents }), {
        minLength: programmes,
        maxLength: programmes,
      })
      .map((all) => all.map((each, index) => ({ name: `P${index}`, ...each }))),
    times: fc
      .array(
        fc.record({
          days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
          from: quarter,
          until: quarter,
          prices: fc.array(fc.option(cents), { minLength: programmes, maxLength: programmes }),
        }),
        { maxLength: 6 },
      )
      .map(withoutOverlaps),
  })
}

function withoutOverlaps(times: WeekTime[]): WeekTime[] {
  const taken = new Set<number>()
  return times.filter((time) => {
    const quarters = quartersOf(time)
    if (quarters.some((each) => taken.has(each))) return false
    for (const each of quarters) taken.add(each)
    return true
  })
}

const table = fc.integer({ min: 1, max: 4 }).chain(tableOf)
const dayOf = (date: Date) => date.toISOString().slice(0, 10)
const somewhen = fc.date({
  min: new Date('2010-01-01Z'),
  max: new Date('2025-12-31Z'),
  noInvalidDate: true,
})
const list = fc.record({
  time_zone: fc.constantFrom(...zones),
  now: table,
  planned: fc.uniqueArray(fc.tuple(somewhen.map(dayOf), table), {
    maxLength: 3,
    selector: ([from]) => from,
  }),
})

/** More often near clock changes of some zone than on other days. */
const changesOfTheHour = [
  '2024-03-10T07:00Z',
  '2024-11-03T06:00Z',
  '2024-03-31T01:00Z',
  '2024-10-27T01:00Z',
  '2024-03-10T05:00Z',
  '2024-04-06T15:00Z',
  '2024-10-05T15:30Z',
  '2024-04-07T03:00Z',
  '2024-09-08T04:00Z',
]
const moment = fc.oneof(
  somewhen,
  fc
    .tuple(fc.constantFrom(...changesOfTheHour), fc.integer({ min: -36_000, max: 36_000 }))
    .map(([change, seconds]) => new Date(Date.parse(change) + seconds * 1000)),
)

/** Local date and time in a zone, by the tables of Node instead of PostgreSQL. */
function clocksOf(timeZone: string, at: Date) {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  const date = `${part('year')}-${part('month')}-${part('day')}`
  const day = new Date(`${date}T12:00Z`).getUTCDay() || 7
  return { date, day, time: `${part('hour')}:${part('minute')}` }
}

/** An independent implementation, minute by minute and without quarters. */
function reference({ planned, ...now }: PriceList, at: Date): Offer[] {
  const { date, day, time } = clocksOf(now.time_zone ?? 'UTC', at)
  let counts: Pick<PriceList, 'programmes' | 'times'> = now
  let since = ''
  for (const each of planned) {
    if (each.from <= date && each.from > since) {
      counts = each
      since = each.from
    }
  }
  const yesterday = day === 1 ? 7 : day - 1
  const minute = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
  const at_ = minute(time)
  const span = counts.times.find(({ days, from, until }) => {
    const [first, end] = [minute(from), minute(until)]
    if (end > first) return days.includes(day) && at_ >= first && at_ < end
    return (days.includes(day) && at_ >= first) || (days.includes(yesterday) && at_ < end)
  })
  return counts.programmes.map((each, index) => ({
    programme: counts.programmes.length === 1 ? null : each.name,
    duration_minutes: each.duration_minutes,
    price: span?.prices[index] == null ? each.price : span.prices[index],
    usual_price: each.price,
  }))
}

test('offers from the database what the list says at any local time, also around clock changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      list,
      fc.array(moment, { minLength: 20, maxLength: 20 }),
      async ({ time_zone, now, planned }, moments) => {
        const prices: PriceList = {
          time_zone,
          ...now,
          planned: planned.map(([from, each]) => ({ from, ...each })),
        }
        const [first] = now.programmes
        const { rows } = await sql<{ offers: Offer[] }>`
          select offers_at(${JSON.stringify(prices)}::jsonb, ${first?.price}::numeric,
            ${first?.duration_minutes}::integer, at) as offers
          from unnest(${moments}::timestamptz[]) with ordinality as asked (at, number)
          order by number`.execute(server.database)
        for (const [index, at] of moments.entries()) {
          const expected = reference(prices, at)
          expect(rows[index]?.offers, `${time_zone} ${at.toISOString()}`).toEqual(expected)
          const { date, day, time } = clocksOf(time_zone, at)
          expect(offersWhen(tableOn(prices, date), day, time)).toEqual(expected)
        }
      },
    ),
    { numRuns: 150 },
  )
})
