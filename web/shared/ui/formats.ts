import { closedAccount, guestName } from '@coinless/contract/choices.ts'
import type { CoinType } from '@coinless/contract/coins.ts'
import { localNumber } from '@coinless/contract/locales.ts'
import { formatAmount, toMinor } from '@coinless/contract/money.ts'
import { currentLanguage, currentLocale, type TextKey, t } from '../texts/texts.ts'

type Word = Extract<TextKey, `words.${string}`> extends `words.${infer Name}` ? Name : never

/** Placeholder for a missing or invalid amount or date. */
const none = '–'

/** An amount of the API as '$2.50'. */
export function money(amount: number): string {
  return Number.isFinite(amount) ? formatAmount(toMinor(amount), currentLocale()) : none
}

/** An address, or the placeholder for a guest or a closed account. */
export function addressOf(text: string): string {
  if (text.startsWith(guestName)) {
    return t('words.guest', { id: shortId(text.slice(guestName.length)) })
  }
  if (!text.startsWith(closedAccount)) return text
  return t('words.closedAccount', { id: shortId(text.slice(closedAccount.length)) })
}

/** '1,234' */
export function number(count: number): string {
  return Number.isFinite(count) ? localNumber(String(count), currentLocale()) : none
}

/** @param part from 0 to 1 */
export function share(part: number): string {
  return Number.isFinite(part) ? `${Math.round(part * 100)}${currentLocale().percent}` : none
}

/** '7.5%' */
export function percent(rate: number): string {
  return Number.isFinite(rate) ? number(rate) + currentLocale().percent : none
}

export function minutes(count: number): string {
  return Number.isFinite(count) ? t('units.minutes', { count }) : none
}

/** 'Jan 5, 2026', in the viewer's time zone. */
export function date(timestamp: string): string {
  const moment = new Date(timestamp)
  if (!isDate(moment)) return none
  return inOrder('date', {
    day: moment.getDate(),
    month: shortMonth(moment.getMonth()),
    year: moment.getFullYear(),
  })
}

/** 'Jan 5, 2026, 3:07 PM', in the viewer's time zone. */
export function dateAndTime(timestamp: string): string {
  const moment = new Date(timestamp)
  return isDate(moment)
    ? t('dates.dateAndTime', { date: date(timestamp), time: time(moment) })
    : none
}

/** 'Jan 5, 3:07 PM', in another year with the year, in the viewer's time zone. */
export function compactDateAndTime(timestamp: string): string {
  const moment = new Date(timestamp)
  if (!isDate(moment) || moment.getFullYear() !== new Date().getFullYear()) {
    return dateAndTime(timestamp)
  }
  const date = inOrder('day', { day: moment.getDate(), month: shortMonth(moment.getMonth()) })
  return t('dates.dateAndTime', { date, time: time(moment) })
}

/** '3:07 PM' for today, otherwise with its date, in the viewer's time zone. */
export function timeOrDate(timestamp: string): string {
  return isToday(timestamp) ? time(new Date(timestamp)) : dateAndTime(timestamp)
}

/** '3:07 PM' for today, otherwise 'Jan 5, 2026', in the viewer's time zone. */
export function timeOrDay(timestamp: string): string {
  return isToday(timestamp) ? time(new Date(timestamp)) : date(timestamp)
}

/** Rejects 1970, because Date converts null to 0. */
function isDate(moment: Date): boolean {
  return moment.getTime() !== 0 && !Number.isNaN(moment.getTime())
}

function isToday(timestamp: string): boolean {
  return new Date(timestamp).toDateString() === new Date().toDateString()
}

/** 'January 5, 2026 at 3:07 PM', in the viewer's time zone. */
export function longDate(timestamp: string): string {
  const moment = new Date(timestamp)
  if (!isDate(moment)) return none
  return longDateOf({
    day: moment.getDate(),
    month: moment.getMonth(),
    year: moment.getFullYear(),
    hours: moment.getHours(),
    minutesPast: moment.getMinutes(),
  })
}

export interface LocalTime {
  day: number
  /** From 0 for January, as in Date. */
  month: number
  year: number
  hours: number
  minutesPast: number
}

export function longDateOf({ day: dayOfMonth, month, year, hours, minutesPast }: LocalTime) {
  return inOrder('longDate', {
    day: dayOfMonth,
    month: t(`dates.months.${months[month] ?? 'january'}`),
    year,
    time: clock(hours, minutesPast),
  })
}

/** A calendar day, such as '2026-01-05', as 'Jan 5'. A day has no time zone. */
export function day(isoDate: string): string {
  if (!isDate(new Date(isoDate))) return none
  const [, month = 1, dayOfMonth] = isoDate.split('-').map(Number)
  return inOrder('day', { day: dayOfMonth, month: shortMonth(month - 1) })
}

/** 'Jan 5, 2026', with the year. */
export function calendarDate(isoDate: string): string {
  if (!isDate(new Date(isoDate))) return none
  const [year, month = 1, dayOfMonth] = isoDate.split('-').map(Number)
  return inOrder('date', { day: dayOfMonth, month: shortMonth(month - 1), year })
}

/** The month of a calendar day, as 'January 2026'. */
export function monthOfYear(isoDate: string): string {
  if (!isDate(new Date(isoDate))) return none
  const [year, month = 1] = isoDate.split('-').map(Number)
  return t('dates.monthOfYear', {
    month: t(`dates.months.${months[month - 1] ?? 'january'}`),
    year,
  })
}

/** An hour of the day, from 0: '3:00 PM'. */
export function hour(count: number): string {
  return clock(count, 0)
}

/** A time of day of the API, such as '15:30': '3:30 PM'. */
export function timeOfDay(text: string): string {
  const [hours = 0, minutesPast = 0] = text.split(':').map(Number)
  return clock(hours, minutesPast)
}

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const

/** English has two orders of a date, other languages have one. */
function inOrder(form: 'date' | 'longDate' | 'day', facts: Record<string, unknown>): string {
  const isDayFirst = currentLanguage() === 'en' && !currentLocale().isMonthFirst
  return isDayFirst ? t(`dates.dayFirst.${form}`, facts) : t(`dates.${form}`, facts)
}

/** @param month from 0 for January, as in Date */
function shortMonth(month: number): string {
  return t(`dates.shortMonths.${months[month] ?? 'january'}`)
}

function time(moment: Date): string {
  return clock(moment.getHours(), moment.getMinutes())
}

/** '3:07 PM' */
export function clock(hours: number, minutesPast: number): string {
  const past = String(minutesPast).padStart(2, '0')
  const form = currentLocale().hours
  if (form !== 'h') return `${String(hours).padStart(form.length, '0')}:${past}`
  const shown = `${hours % 12 || 12}:${past}`
  return t(hours < 12 ? 'dates.morning' : 'dates.afternoon', { time: shown })
}

/** Display text for a word of the contract, such as 'credit_card'. */
export function label(word: Word): string {
  return t(`words.${word}`)
}

/** The same for the options of a select. */
export function options(words: readonly Word[]) {
  return words.map((word) => ({ value: word, label: label(word) }))
}

/** 'Quarter', or the value of a coin. */
export function coinLabel(coin: CoinType): string {
  return coin === 'quarter' || coin === 'dollar' ? label(coin) : money(Number(coin))
}

const shortIdLength = 8

/** The first 8 characters and an ellipsis. */
export function shortId(id: string): string {
  return `${id.slice(0, shortIdLength)}…`
}
