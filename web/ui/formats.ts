import { formatDollars, toCents } from '@coinless/contract/money.ts'

/** Dollars of the wire as '$2.50'. */
export function money(dollars: number): string {
  return formatDollars(toCents(dollars))
}

export function minutes(count: number): string {
  return count === 1 ? '1 minute' : `${count} minutes`
}

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const timeFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
const longFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' })

/** 'Jan 5, 2026', in the viewer's time zone. */
export function date(timestamp: string): string {
  return dateFormat.format(new Date(timestamp))
}

/** 'Jan 5, 2026, 3:07 PM', in the viewer's time zone. */
export function dateAndTime(timestamp: string): string {
  return timeFormat.format(new Date(timestamp))
}

/** 'January 5, 2026 at 3:07 PM', in the viewer's time zone. */
export function longDate(timestamp: string): string {
  return longFormat.format(new Date(timestamp))
}

/** 'washer' or 'credit_card' as 'Washer' and 'Credit Card'. */
export function label(word: string): string {
  return word.replaceAll('_', ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
}

const shortIdLength = 8

/** The first 8 characters and an ellipsis (SPEC section 9). */
export function shortId(id: string): string {
  return `${id.slice(0, shortIdLength)}…`
}
