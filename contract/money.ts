import { currency } from './currency.ts'
import { type Locale, localNumber, withSign } from './locales.ts'

declare const unit: unique symbol

/** Whole minor units, such as cents: the only form in which code compares or adds money. */
export type MinorUnits = number & { readonly [unit]: 'minor' }

/** A PostgreSQL `numeric(12,2)` as returned by the database: exact text such as '2.50'. */
export type NumericText = string & { readonly [unit]: 'numeric' }

const perUnit = 10 ** currency.decimals

/** Exact, because amounts on the wire and numeric text have no more decimals than the currency. */
export function toMinor(amount: number | NumericText): MinorUnits {
  return Math.round(Number(amount) * perUnit) as MinorUnits
}

export function fromMinor(amount: MinorUnits): number {
  return amount / perUnit
}

/** The exact sum of amounts as the API tells them. */
export function sumOfAmounts(amounts: readonly number[]): number {
  return fromMinor(amounts.reduce((sum, amount) => sum + toMinor(amount), 0) as MinorUnits)
}

/** '1234.50', without the currency's sign. */
export function plainAmount(amount: number): string {
  return amount.toFixed(currency.decimals)
}

/** '$1,234.50', or as the locale writes it. */
export function formatAmount(amount: MinorUnits, locale: Locale): string {
  return withSign(localNumber(plainAmount(fromMinor(amount)), locale), locale)
}
