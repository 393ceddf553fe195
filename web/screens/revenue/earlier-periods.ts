import type { RevenueFigures, RevenueRow } from '@coinless/contract/revenue.ts'
import { datesOf } from './comparison.ts'

/** A period with which another is compared. */
export interface EarlierPeriod {
  /** Its name, such as 'Oct 1–26'. */
  dates: string
  total: RevenueFigures['before']
  /** A row's net, or undefined if nothing was paid or refunded. */
  netOf: (row: RevenueRow) => number | undefined
}

/** The period before and that of a year before, which are the same for a year. */
export function earlierPeriods({ before, year_before }: RevenueFigures): EarlierPeriod[] {
  const previous = {
    dates: datesOf(before),
    total: before,
    netOf: (row: RevenueRow) => known(row.before, row.before_payments),
  }
  if (before.from === year_before.from && before.until === year_before.until) return [previous]
  const yearBefore = {
    dates: datesOf(year_before),
    total: year_before,
    netOf: (row: RevenueRow) => known(row.year_before, row.year_before_payments),
  }
  return [previous, yearBefore]
}

export function hasData({ gross, refunded }: RevenueFigures['before']): boolean {
  return gross !== 0 || refunded !== 0
}

function known(net: number, payments: number): number | undefined {
  return net !== 0 || payments > 0 ? net : undefined
}
