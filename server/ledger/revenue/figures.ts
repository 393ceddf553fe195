import type { RevenueGroup } from '@coinless/contract/choices.ts'
import { fromMinor, type MinorUnits, type NumericText, toMinor } from '@coinless/contract/money.ts'
import type { RevenueFigures, RevenueRow } from '@coinless/contract/revenue.ts'
import { addDays, addMonths, type Period, type Periods, startOf } from './periods.ts'

type Of<Name extends string, Value> = { [Key in `${Name}_${0 | 1 | 2}`]: Value }

/** Figures of one key in the period, the previous period and a year earlier. */
export type Group = Of<'paid' | 'given_back' | 'net_of_tax' | 'tax', NumericText> &
  Of<'payments', number> & {
    /** null: all that are not listed. */
    key: string | null
    device_label: string | null
    device_number: string | null
    location: string | null
    has_card_payments: boolean
  }

type Nth = 0 | 1 | 2
type Figures = Pick<RevenueFigures, 'total' | 'before' | 'year_before' | 'rows'>
interface Cell {
  gross: MinorUnits
  refunded: MinorUnits
  net_of_tax: MinorUnits
  tax: MinorUnits
  payments: number
}

const columnOf = {
  gross: 'paid',
  refunded: 'given_back',
  net_of_tax: 'net_of_tax',
  tax: 'tax',
} as const

const hoursOfDay = 24
const daysOfWeek = 7
const timeUnits = ['day', 'week', 'month'] as const
type TimeUnit = (typeof timeUnits)[number]

export function isOfTime(by: RevenueGroup): by is TimeUnit {
  return (timeUnits as readonly string[]).includes(by)
}

export function figuresOf(groups: readonly Group[], by: RevenueGroup, periods: Periods): Figures {
  return {
    total: totalOf(groups, periods, 0),
    before: totalOf(groups, periods, 1),
    year_before: totalOf(groups, periods, 2),
    rows: rowsOf(groups, by, periods[0]),
  }
}

function totalOf(groups: readonly Group[], periods: Periods, n: Nth) {
  const { from, end } = periods[n]
  return { ...amountsOf(sumOf(groups, n)), from, until: addDays(end, -1) }
}

/** For time, hours and weekdays: every row in order, with zeros. */
function rowsOf(groups: readonly Group[], by: RevenueGroup, asked: Period): RevenueRow[] {
  if (isOfTime(by)) return filled(groups, startsOf(by, asked), 0)
  if (by === 'hour') return filled(groups, numbers(hoursOfDay, 0), 0)
  if (by === 'weekday') return filled(groups, numbers(daysOfWeek, 1), 1)
  return groups.map((group) => rowOf(group.key, [group]))
}

/**
 * An earlier period may be longer, such as January before February: its other days are one last row.
 * @param first key of the first row in the database
 */
function filled(groups: readonly Group[], keys: readonly string[], first: number): RevenueRow[] {
  const place = ({ key }: Group) => Number(key) - first
  const byPlace = new Map(groups.map((group) => [place(group), group]))
  const rows = keys.map((key, n) => {
    const group = byPlace.get(n)
    return rowOf(key, group ? [group] : [])
  })
  const others = groups.filter((group) => place(group) >= keys.length)
  return others.length > 0 ? [...rows, rowOf(null, others)] : rows
}

function numbers(count: number, first: number): string[] {
  return Array.from({ length: count }, (_, n) => String(first + n))
}

/** First day of each row; the first and last row may cover part of a week or month. */
function startsOf(unit: TimeUnit, { from, end }: Period): string[] {
  const starts: string[] = []
  for (let day = from; day < end; day = nextOf(unit, day)) starts.push(day)
  return starts
}

function nextOf(unit: TimeUnit, day: string): string {
  if (unit === 'day') return addDays(day, 1)
  if (unit === 'week') return addDays(startOf('week', day), daysOfWeek)
  return addMonths(startOf('month', day), 1)
}

/** The sums of some groups, of which a device is the first. */
function rowOf(key: string | null, groups: readonly Group[]): RevenueRow {
  const { device_label: label = null, device_number = null, location = null } = groups[0] ?? {}
  const [before, yearBefore] = [sumOf(groups, 1), sumOf(groups, 2)]
  return {
    key,
    device:
      label !== null && device_number !== null && location !== null
        ? { label, device_number, location }
        : null,
    ...amountsOf(sumOf(groups, 0)),
    before: netOf(before),
    before_payments: before.payments,
    year_before: netOf(yearBefore),
    year_before_payments: yearBefore.payments,
  }
}

function sumOf(groups: readonly Group[], n: Nth): Cell {
  const sumOfColumn = (name: keyof typeof columnOf) =>
    groups.reduce((sum, group) => sum + toMinor(group[`${columnOf[name]}_${n}`]), 0) as MinorUnits
  return {
    gross: sumOfColumn('gross'),
    refunded: sumOfColumn('refunded'),
    net_of_tax: sumOfColumn('net_of_tax'),
    tax: sumOfColumn('tax'),
    payments: groups.reduce((sum, group) => sum + group[`payments_${n}`], 0),
  }
}

function netOf({ gross, refunded }: Cell): number {
  return fromMinor((gross - refunded) as MinorUnits)
}

function amountsOf(cell: Cell) {
  const { gross, refunded, net_of_tax, tax, payments } = cell
  return {
    gross: fromMinor(gross),
    refunded: fromMinor(refunded),
    net: netOf(cell),
    net_of_tax: fromMinor(net_of_tax),
    tax: fromMinor(tax),
    payments,
  }
}
