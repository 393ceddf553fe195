import { currentLanguage, type TextKey, t } from '../texts/texts.ts'

type Word = Extract<TextKey, `words.${string}`> extends `words.${infer Name}` ? Name : never

/** The languages are those of people who pay in dollars. */
function locale(): string {
  return `${currentLanguage()}-US`
}

/** Dollars of the wire as '$2.50'. */
export function money(dollars: number): string {
  return new Intl.NumberFormat(locale(), { style: 'currency', currency: 'USD' }).format(dollars)
}

/** '1,234' */
export function number(count: number): string {
  return new Intl.NumberFormat(locale()).format(count)
}

/** @param part from 0 to 1 */
export function share(part: number): string {
  return new Intl.NumberFormat(locale(), { style: 'percent' }).format(part)
}

export function minutes(count: number): string {
  return t('units.minutes', { count })
}

function format(timestamp: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale(), options).format(new Date(timestamp))
}

/** 'Jan 5, 2026', in the viewer's time zone. */
export function date(timestamp: string): string {
  return format(timestamp, { dateStyle: 'medium' })
}

/** 'Jan 5, 2026, 3:07 PM', in the viewer's time zone. */
export function dateAndTime(timestamp: string): string {
  return format(timestamp, { dateStyle: 'medium', timeStyle: 'short' })
}

/** 'January 5, 2026 at 3:07 PM', in the viewer's time zone. */
export function longDate(timestamp: string): string {
  return format(timestamp, { dateStyle: 'long', timeStyle: 'short' })
}

/** A calendar day, such as '2026-01-05', as 'Jan 5': a day has no time zone. */
export function day(isoDate: string): string {
  return format(`${isoDate}T00:00:00Z`, { month: 'short', day: 'numeric', timeZone: 'UTC' })
}

/** A word of the contract, such as 'credit_card', as people read it. */
export function label(word: Word): string {
  return t(`words.${word}`)
}

/** The same for a choice among words. */
export function options(words: readonly Word[]) {
  return words.map((word) => ({ value: word, label: label(word) }))
}

const shortIdLength = 8

/** The first 8 characters and an ellipsis (SPEC section 9). */
export function shortId(id: string): string {
  return `${id.slice(0, shortIdLength)}…`
}
