declare const unit: unique symbol

/** Whole cents: the only form in which code compares or adds money. */
export type Cents = number & { readonly [unit]: 'cents' }

/** A PostgreSQL `numeric(12,2)` as returned by the database: exact text such as '2.50'. */
export type NumericText = string & { readonly [unit]: 'dollars' }

/** Exact, because dollars on the wire and numeric text have at most two decimals. */
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

/** '$1,234.50' */
export function formatDollars(cents: Cents): string {
  const sign = cents < 0 ? '-' : ''
  const [whole, rest] = [Math.floor(Math.abs(cents) / 100), Math.abs(cents) % 100]
  return `${sign}$${withGroups(whole)}.${String(rest).padStart(2, '0')}`
}

const groups = new Intl.NumberFormat('en-US')

/** A whole number as '1,234'. */
export function withGroups(count: number): string {
  return groups.format(count)
}
