import type { RevenuePeriod } from '@coinless/contract/choices.ts'
import type { RevenueQuestion } from '@coinless/contract/revenue.ts'

/** Calendar days such as '2026-01-31', without time zone. */
export interface Period {
  from: string
  /** First day after the period. */
  end: string
}

type Unit = 'week' | 'month' | 'quarter' | 'year'

/** Requested period, the previous one, and the same period a year earlier. */
export type Periods = [asked: Period, before: Period, yearBefore: Period]

const daysOfWeek = 7
/** 52 weeks, so that the same weekdays are compared. */
const weeksOfYear = 52
const monthsOf = { month: 1, quarter: 3, year: 12 } as const
const msPerDay = 24 * 60 * 60 * 1000

export function todayIn(timeZone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

export function periodsOf({ period, from, until }: RevenueQuestion, today: string): Periods {
  return from && until ? betweenDays(from, until) : named(period ?? 'this_month', today)
}

/** A period in progress is compared with the same part of the previous one. */
function named(period: RevenuePeriod, today: string): Periods {
  const [which, unit] = period.split('_') as ['this' | 'last', Unit]
  const start = startOf(unit, today)
  const asked =
    which === 'this'
      ? { from: start, end: addDays(today, 1) }
      : { from: shift(unit, start, -1), end: start }
  const aYear = unit === 'week' ? weeksOfYear : 12 / monthsOf[unit]
  const earlier = (units: number) => ({
    from: shift(unit, asked.from, -units),
    end: shift(unit, asked.end, -units, 'end'),
  })
  return [asked, earlier(1), earlier(aYear)]
}

function betweenDays(from: string, until: string): Periods {
  const end = addDays(until, 1)
  return [
    { from, end },
    { from: addDays(from, -daysBetween(from, end)), end: from },
    { from: addMonths(from, -12), end: addMonths(end, -12, 'end') },
  ]
}

/** UTC days that cover the period in every time zone. */
export function utcDaysCovering({ from, end }: Period): Period {
  return { from: addDays(from, -1), end: addDays(end, 1) }
}

export function startOf(unit: Unit, day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  if (unit === 'week') return addDays(day, -((weekday(day) + daysOfWeek - 1) % daysOfWeek))
  const first = month - ((month - 1) % monthsOf[unit])
  return isoDay(Date.UTC(year, first - 1))
}

function shift(unit: Unit, day: string, count: number, edge?: 'end'): string {
  if (unit === 'week') return addDays(day, count * daysOfWeek)
  return addMonths(day, count * monthsOf[unit], edge)
}

/** A missing day of a month becomes its last day; as the end of a period, the first day after it. */
export function addMonths(day: string, count: number, edge?: 'end'): string {
  const [year = 0, month = 0, dayOfMonth = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  const next = edge === 'end' ? last + 1 : last
  return isoDay(Date.UTC(year, month - 1 + count, Math.min(dayOfMonth, next)))
}

export function addDays(day: string, count: number): string {
  return isoDay(Date.parse(day) + count * msPerDay)
}

function daysBetween(from: string, end: string): number {
  return (Date.parse(end) - Date.parse(from)) / msPerDay
}

/** 0 is Sunday. */
function weekday(day: string): number {
  return new Date(day).getUTCDay()
}

function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
