import { z } from 'zod'
import type { Problem } from './problems.ts'

declare const unit: unique symbol

/** Whole cents: the only form in which code compares or adds money. */
export type Cents = number & { readonly [unit]: 'cents' }

/** A PostgreSQL `numeric(12,2)` as it leaves the database: exact text such as '2.50'. */
export type NumericText = string & { readonly [unit]: 'dollars' }

/** Exact: both a dollar number of the wire and a numeric's text have at most two decimals. */
export function toCents(dollars: number | NumericText): Cents {
  return Math.round(Number(dollars) * 100) as Cents
}

export function toDollars(cents: Cents): number {
  return cents / 100
}

/** The exact sum of dollar amounts. */
export function sumOfDollars(amounts: readonly number[]): number {
  return toDollars(amounts.reduce((cents, amount) => cents + toCents(amount), 0) as Cents)
}

const twoDecimals = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/** '$1,234.50' */
export function formatDollars(cents: Cents): string {
  const sign = cents < 0 ? '-' : ''
  return `${sign}$${twoDecimals.format(Math.abs(cents) / 100)}`
}

/** Dollars on the wire: a JSON number from 0 to `max` with at most two decimals. */
export function dollars(max: number) {
  return dollarsBetween(0, max)
}

export function dollarsAboveZero(max: number) {
  return dollarsBetween(0.01, max)
}

export function dollarsBetween(min: number, max: number) {
  return z
    .number()
    .min(min)
    .max(max)
    .refine((value) => Number(value.toFixed(2)) === value, 'too_many_decimals' satisfies Problem)
    .meta({ multipleOf: 0.01 })
}
