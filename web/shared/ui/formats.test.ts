import { deviceStatuses, deviceTypes, paymentMethods } from '@coinless/contract/choices.ts'
import { coinTypes } from '@coinless/contract/coins.ts'
import firstDe from '@coinless/contract/texts/de/first.json' with { type: 'json' }
import firstEn from '@coinless/contract/texts/en/first.json' with { type: 'json' }
import screensEn from '@coinless/contract/texts/en/screens.json' with { type: 'json' }
import firstEs from '@coinless/contract/texts/es/first.json' with { type: 'json' }
import screensEs from '@coinless/contract/texts/es/screens.json' with { type: 'json' }
import firstFr from '@coinless/contract/texts/fr/first.json' with { type: 'json' }
import firstPt from '@coinless/contract/texts/pt/first.json' with { type: 'json' }
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setTexts } from '../texts/texts.ts'
import {
  calendarDate,
  coinLabel,
  date,
  dateAndTime,
  day,
  label,
  longDate,
  minutes,
  money,
  monthOfYear,
  number,
  share,
  shortId,
  timeOrDate,
  timeOrDay,
} from './formats.ts'

const en = [firstEn, screensEn]
const es = [firstEs, screensEs]
const textsOf = { de: [firstDe], en, es, fr: [firstFr], pt: [firstPt] }

beforeEach(() => setTexts('en', ...en))
afterEach(() => vi.unstubAllGlobals())

// id: formats-1
test('has a label for every known status, method and type', () => {
  const statuses = [...deviceStatuses, 'pending', 'completed', 'failed', 'enabled'] as const
  expect(statuses.map(label).join()).toBe(
    'Active,Inactive,Disabled,Pending,Completed,Failed,Enabled',
  )
  const methods = [...paymentMethods, 'prepaid', 'cash'] as const
  expect(methods.map(label).join()).toBe('Credit Card,Prepaid Code,Prepaid,Cash')
  expect(deviceTypes.map(label).join()).toBe('Washer,Dryer,Shower,Water,Electricity,Other')
  expect(coinTypes.map(coinLabel).join()).toBe('Quarter,Dollar')
})

test('formats money with two decimals and digit groups in both languages', () => {
  expect([0, 2.5, 1234.5, 10_000].map(money)).toEqual(['$0.00', '$2.50', '$1,234.50', '$10,000.00'])
  setTexts('es', ...es)
  expect([0, 2.5, 1234.5].map(money)).toEqual(['$0.00', '$2.50', '$1,234.50'])
})

test('formats minutes in the singular and with digit groups', () => {
  expect([1, 2].map(minutes)).toEqual(['1 minute', '2 minutes'])
  expect(number(1_000_000)).toBe('1,000,000')
  setTexts('es', ...es)
  expect([1, 2].map(minutes)).toEqual(['1 minuto', '2 minutos'])
})

test('shows a dash for an invalid amount or date', () => {
  const noNumbers = [undefined, null, Number.NaN, Number.POSITIVE_INFINITY, '2.50', {}] as never[]
  for (const none of noNumbers) {
    expect([money, number, share, minutes].map((write) => write(none))).toEqual(dashes(4))
  }
  const dates = [date, dateAndTime, longDate, timeOrDate, timeOrDay, day, calendarDate, monthOfYear]
  for (const none of [undefined, null, '', 'soon', '2026-13-40', {}] as never[]) {
    expect(dates.map((write) => write(none))).toEqual(dashes(dates.length))
  }
})

const dashes = (count: number) => Array.from({ length: count }, () => '–')

test.each([
  ['en', 'en-US', ['en-GB']],
  ['es', 'es-ES', ['en-US', 'es-ES']],
  ['es', 'es-US', ['es-US', 'es-ES']],
  ['es', 'es-US', ['en-US']],
  ['de', 'de-DE', []],
  ['fr', 'fr-FR', []],
  ['pt', 'pt-BR', ['pt']],
] as const)('formats dates and times in %s as Intl does in %s', (language, locale, wanted) => {
  const months = Array.from({ length: 12 }, (_, month) => month)
  const hours = [0, 1, 11, 12, 13, 23]
  const moments = months.flatMap((month) => hours.map((hour) => new Date(2026, month, 9, hour, 5)))
  vi.stubGlobal('navigator', { languages: wanted })
  setTexts(language, ...textsOf[language])
  // In German, dateStyle 'medium' writes months as numbers.
  const medium = { year: 'numeric', month: 'short', day: 'numeric' } as const
  const forms: [(timestamp: string) => string, Intl.DateTimeFormatOptions][] = [
    [date, medium],
    [(timestamp) => dateAndTime(timestamp).split(', ').at(-1) ?? '', { timeStyle: 'short' }],
    [longDate, { dateStyle: 'long', timeStyle: 'short' }],
    [
      (timestamp) => day(timestamp.slice(0, 10)),
      { month: 'short', day: 'numeric', timeZone: 'UTC' },
    ],
    [
      (timestamp) => monthOfYear(timestamp.slice(0, 10)),
      { month: 'long', year: 'numeric', timeZone: 'UTC' },
    ],
  ]
  for (const [ours, options] of forms) {
    const intl = new Intl.DateTimeFormat(locale, options)
    // Short dates of Portuguese leave out the prepositions, to fit into lists.
    const isShort = language === 'pt' && 'month' in options && options.month === 'short'
    const plain = (text: string) => text.replace(isShort ? /( de |\s)+/g : /\s/g, ' ')
    expect(moments.map((moment) => plain(ours(moment.toISOString())))).toEqual(
      moments.map((moment) => plain(intl.format(moment))),
    )
  }
})

test.each(['en-GB', 'en-AU', 'en-CA', 'en-DE', 'en-JP'])(
  'formats dates in %s as Intl does, outside the dollar',
  async (tag) => {
    vi.stubEnv('CURRENCY', 'EUR')
    vi.resetModules()
    vi.stubGlobal('navigator', { languages: [tag] })
    const texts = await import('../texts/texts.ts')
    const formats = await import('./formats.ts')
    texts.setTexts('en', ...en)
    const moment = new Date(2026, 4, 9, 15, 5)
    // Capitals everywhere, where Australia and Canada have small letters.
    const plain = (text: string) => text.replace(/\s/g, ' ').replace(/p\.?m\.?/, 'PM')
    const intl = (options: Intl.DateTimeFormatOptions) =>
      plain(new Intl.DateTimeFormat(tag, options).format(moment))
    const iso = moment.toISOString()
    expect(plain(formats.dateAndTime(iso))).toBe(intl({ dateStyle: 'medium', timeStyle: 'short' }))
    expect(plain(formats.longDate(iso))).toBe(intl({ dateStyle: 'long', timeStyle: 'short' }))
    expect(formats.day('2026-05-09')).toBe(intl({ month: 'short', day: 'numeric' }))
    vi.unstubAllEnvs()
    vi.resetModules()
  },
)

test('shows the same calendar day in every time zone', () => {
  expect(day('2026-01-05')).toBe('Jan 5')
  setTexts('es', ...es)
  expect(day('2026-01-05')).toBe('5 ene')
})

test('shortens an id to its first 8 characters and an ellipsis', () => {
  expect(shortId('0b5f4c1e-1111-4222-8333-444455556666')).toBe('0b5f4c1e…')
})
