declare const unit: unique symbol

/** Whole minor units, such as cents: the only form in which code compares or adds money. */
export type MinorUnits = number & { readonly [unit]: 'minor' }

/** A PostgreSQL `numeric(12,2)` as returned by the database: exact text such as '2.50'. */
export type NumericText = string & { readonly [unit]: 'numeric' }

/** Exact, because amounts on the wire and numeric text have at most two decimals. */
export function toMinor(amount: number | NumericText): MinorUnits {
  return Math.round(Number(amount) * 100) as MinorUnits
}

export function fromMinor(amount: MinorUnits): number {
  return amount / 100
}

/** The exact sum of amounts as the API tells them. */
export function sumOfAmounts(amounts: readonly number[]): number {
  return fromMinor(amounts.reduce((sum, amount) => sum + toMinor(amount), 0) as MinorUnits)
}

/** '$1,234.50' */
export function formatAmount(amount: MinorUnits): string {
  const sign = amount < 0 ? '-' : ''
  const [whole, rest] = [Math.floor(Math.abs(amount) / 100), Math.abs(amount) % 100]
  return `${sign}$${withGroups(whole)}.${String(rest).padStart(2, '0')}`
}

const groups = new Intl.NumberFormat('en-US')

/** A whole number as '1,234'. */
export function withGroups(count: number): string {
  return groups.format(count)
}
