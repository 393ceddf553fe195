import type { RevenueGroup } from '@coinless/contract/choices.ts'
import type { Device } from '@coinless/contract/devices.ts'
import fc from 'fast-check'
import type { revenueFor } from '../../server/ledger/revenue/revenue.ts'
import type { TestApp } from './app.ts'
import { makePastPayment, makePastRefund } from './history.ts'
import { makeCode, makeDevice, makeLandlord } from './make.ts'

interface Moved {
  /** Local time of the zone. */
  date: string
  hour: string
  weekday: string
  device: Device
  payment_method: 'credit_card' | 'prepaid_code'
  paid: number
  givenBack: number
}

interface Question {
  by: RevenueGroup
  payment_method?: string | undefined
  location?: string | undefined
}

type Told = Awaited<ReturnType<typeof revenueFor>>
type Days = Pick<Told['total'], 'from' | 'until'>

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

/** Two years of payments and refunds, most of them close to clock changes of a zone. */
export async function makeTwoYears(server: TestApp, timeZone: string, year: number) {
  const owner = await makeLandlord(server)
  const devices = [
    await makeDevice(server, owner, { location: 'Attic', device_type: 'washer' }),
    await makeDevice(server, owner, { location: 'Basement', device_type: 'dryer' }),
    await makeDevice(server, owner, { location: 'Basement', device_type: 'washer' }),
  ] as const
  const { id: codeId } = await makeCode(server, owner, { balance: 10_000 })
  const clocks = clocksOf(timeZone)
  const changes = changesOf(clocks, Date.UTC(year), Date.UTC(year + 2))
  const moment = fc.oneof(
    fc.integer({ min: Date.UTC(year), max: Date.UTC(year + 2) }),
    ...changes.map((change) =>
      fc.integer({ min: change - 26 * hourMs, max: change + 26 * hourMs }),
    ),
    ...changes.map((change) => fc.integer({ min: change - 2 * hourMs, max: change + 2 * hourMs })),
  )
  const payment = fc.record({
    at: moment,
    cents: fc.integer({ min: 1, max: 999 }),
    device: fc.constantFrom(...devices),
    isByCode: fc.boolean(),
    refundedAfter: fc.option(fc.integer({ min: 0, max: 3 * dayMs })),
  })
  const moved: Moved[] = []
  for (const { at, cents, device, isByCode, refundedAfter } of fc.sample(payment, 60)) {
    const facts = { at: new Date(at), amount: cents / 100, ...(isByCode && { codeId }) }
    const paid = await makePastPayment(server, owner, device, facts)
    const payment_method = isByCode ? 'prepaid_code' : 'credit_card'
    moved.push({ ...clocks(at), device, payment_method, paid: cents, givenBack: 0 })
    if (refundedAfter === null) continue
    const givenBackAt = at + refundedAfter
    await makePastRefund(server, paid, { at: new Date(givenBackAt), amount: cents / 100 })
    moved.push({ ...clocks(givenBackAt), device, payment_method, paid: 0, givenBack: cents })
  }
  const days = moved.flatMap(({ date }) => [plus(date, -1), date, plus(date, 1)])
  return { owner, moved, days: [...new Set(days)] }
}

/** Local time in a zone. */
function clocksOf(timeZone: string) {
  const format = new Intl.DateTimeFormat('en', {
    ...{ timeZone, hourCycle: 'h23', weekday: 'short' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  })
  return (at: number) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
    const date = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
    const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
    return {
      date,
      hour: String(Number(parts.get('hour'))),
      weekday: String(1 + weekdays.indexOf(parts.get('weekday') ?? '')),
      minute: Number(parts.get('minute')),
    }
  }
}

/** Clock changes, to the hour. */
function changesOf(clocks: ReturnType<typeof clocksOf>, since: number, before: number): number[] {
  const aheadMs = (at: number) => {
    const { date, hour, minute } = clocks(at)
    return Date.parse(date) + Number(hour) * hourMs + minute * 60_000 - at
  }
  const hours = Array.from({ length: (before - since) / hourMs }, (_, n) => since + n * hourMs)
  return hours.filter((at) => aheadMs(at) !== aheadMs(at + hourMs))
}

function plus(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** Key of the row, within a period that begins on `from`. */
function rowOf(
  { date, hour, weekday, device, payment_method }: Moved,
  by: RevenueGroup,
  from: string,
): string {
  switch (by) {
    case 'day':
    case 'week':
    case 'month':
      return startOf(by, date, from)
    case 'location':
      return device.location
    case 'device':
      return device.id
    case 'device_type':
      return device.device_type
    case 'payment_method':
      return payment_method
    case 'hour':
      return hour
    case 'weekday':
      return weekday
  }
}

/** Goes back from a day to the first day of its row. */
function startOf(by: 'day' | 'week' | 'month', day: string, from: string): string {
  const isFirst = (each: string) =>
    each === from ||
    by === 'day' ||
    (by === 'week' ? new Date(each).getUTCDay() === 1 : each.endsWith('-01'))
  let start = day
  while (!isFirst(start)) start = plus(start, -1)
  return start
}

function startsOf(by: 'day' | 'week' | 'month', { from, until }: Days): string[] {
  const starts: string[] = []
  for (let day = from; day <= until; day = plus(day, 1)) {
    if (startOf(by, day, from) === day) starts.push(day)
  }
  return starts
}

function sumsOf(moved: readonly Moved[]) {
  const gross = moved.reduce((sum, { paid }) => sum + paid, 0)
  const refunded = moved.reduce((sum, { givenBack }) => sum + givenBack, 0)
  return {
    gross,
    refunded,
    net: gross - refunded,
    payments: moved.filter(({ paid }) => paid).length,
  }
}

/** The whole expected answer, in cents. */
function summed(all: readonly Moved[], { by, payment_method, location }: Question, told: Told) {
  const moved = all.filter(
    (each) =>
      (!payment_method || each.payment_method === payment_method) &&
      (!location || each.device.location === location),
  )
  const periods = [told.total, told.before, told.year_before] as const
  const within = ({ from, until }: Days) =>
    moved.filter(({ date }) => from <= date && date <= until)
  const rows = rowsOf(by, periods, within).map(({ key, ofPeriods }) => {
    const [asked, before, yearBefore] = periods.map((days, n) =>
      sumsOf(within(days).filter((each) => ofPeriods[n]?.includes(rowOf(each, by, days.from)))),
    )
    return {
      key,
      ...asked,
      ...{ before: before?.net, before_payments: before?.payments },
      ...{ year_before: yearBefore?.net, year_before_payments: yearBefore?.payments },
    }
  })
  const [total, before, year_before] = periods.map((days) => sumsOf(within(days)))
  return { total, before, year_before, rows: rows.toSorted(byKey) }
}

interface ExpectedRow {
  key: string | null
  /** The row in each period: rows of time are matched by position. */
  ofPeriods: string[][]
}

function rowsOf(
  by: RevenueGroup,
  periods: readonly Days[],
  within: (days: Days) => Moved[],
): ExpectedRow[] {
  const there = periods.map((days) => within(days).map((each) => rowOf(each, by, days.from)))
  if (by === 'day' || by === 'week' || by === 'month') {
    const starts = periods.map((days) => startsOf(by, days))
    const rows = (starts[0] ?? []).map((key, n) => ({
      key,
      ofPeriods: starts.map((each) => each.slice(n, n + 1)),
    }))
    const longer = starts.map((each) => each.slice(rows.length))
    const hasMore = longer.some((each, n) => there[n]?.some((key) => each.includes(key)))
    return hasMore ? [...rows, { key: null, ofPeriods: longer }] : rows
  }
  const always = { hour: 24, weekday: 7 }[by as string] ?? 0
  const first = by === 'weekday' ? 1 : 0
  const keys = always
    ? Array.from({ length: always }, (_, n) => String(first + n))
    : new Set(there.flat())
  return [...keys].map((key) => ({ key, ofPeriods: periods.map(() => [key]) }))
}

function byKey(a: { key?: string | null | undefined }, b: typeof a): number {
  return String(a.key) < String(b.key) ? -1 : 1
}

function cents(sums: Told['total'] | Told['rows'][number]) {
  const of = (amount: unknown) => Math.round(Number(amount) * 100)
  const { gross, refunded, net, payments } = sums
  return { gross: of(gross), refunded: of(refunded), net: of(net), payments }
}

function shown({ total, before, year_before, rows }: Told) {
  const inMinor = rows.map((row) => ({
    key: row.key,
    ...cents(row),
    before: Math.round(Number(row.before) * 100),
    before_payments: row.before_payments,
    year_before: Math.round(Number(row.year_before) * 100),
    year_before_payments: row.year_before_payments,
  }))
  return {
    total: cents(total),
    before: cents(before),
    year_before: cents(year_before),
    rows: inMinor.toSorted(byKey),
  }
}

/** The totals of an answer, and the same sums of its rows, in cents. */
function columns(told: Told) {
  const { total, before, year_before, rows } = shown(told)
  const sum = (column: Exclude<keyof (typeof rows)[number], 'key'>) =>
    rows.reduce((whole, row) => whole + row[column], 0)
  const compared = (sums: typeof total) => [sums.net, sums.payments]
  return {
    ofTotals: [...Object.values(total), ...compared(before), ...compared(year_before)],
    ofRows: [
      ...(['gross', 'refunded', 'net', 'payments', 'before', 'before_payments'] as const),
      ...(['year_before', 'year_before_payments'] as const),
    ].map(sum),
  }
}

export const byHand = { summed, shown, columns }
