import { test } from '@playwright/test'

/** Tests are written for dollars in the United States. CURRENCY and LOCALE run them elsewhere, in English. */
export const currency = process.env.CURRENCY || 'USD'
export const locale = process.env.LOCALE || 'en-US'
const isAtHome = currency === 'USD' && locale === 'en-US'

const intl = (region = locale, useGrouping = true) =>
  new Intl.NumberFormat(region, {
    ...{ style: 'currency', currency, currencyDisplay: 'narrowSymbol' },
    useGrouping,
  })

const decimals = intl().resolvedOptions().maximumFractionDigits ?? 2
export const hasCents = decimals > 0
/** A dollar is a hundred yen here, so that amounts have the same digits. */
const perDollar = hasCents ? 1 : 100

/**
 * An American text as a screen of this run shows it: '$1,250.50' is '€1,250.50' or '¥125,050'; dates, times and
 * percents follow the region.
 */
export function local(text: string, region?: string): string
export function local(text: RegExp, region?: string): RegExp
export function local(text: string | RegExp, region = locale): string | RegExp {
  if (isAtHome) return text
  if (typeof text === 'string')
    return localPercents(localAmounts(localDates(text, region), region), region)
  const escaped = (shown: string) => shown.replaceAll('.', '\\.').replaceAll(/\s/g, '\\s')
  const shown = text.source
    .replaceAll(/\\\$([\d,]+)\\(\.\d\d)/g, (_, whole, cents) =>
      escaped(localAmounts(`$${whole}${cents}`, region)),
    )
    .replaceAll(/(\\s|\.)\[AP\]M/g, (halfOfDay) => (hasHalfDays(region) ? halfOfDay : ''))
  return new RegExp(shown, text.flags)
}

/** A sign without an amount stays a sign. */
function localAmounts(text: string, region: string, hasGroups = true): string {
  return text.replaceAll(/\$([\d,]+\.\d\d)?/g, (_, dollars?: string) =>
    dollars
      ? intl(region, hasGroups).format(Number(dollars.replaceAll(',', '')) * perDollar)
      : partOf('currency', region),
  )
}

/** With the decimal sign of amounts, which in English in Germany differs from that of other numbers. */
function localPercents(text: string, region: string): string {
  const percents = new Intl.NumberFormat(region, { style: 'percent', maximumFractionDigits: 4 })
  return text.replaceAll(/([\d.]+)%/g, (_, percent) =>
    percents
      .formatToParts(Number(percent) / 100)
      .map(({ type, value }) => (type === 'decimal' ? decimalOfAmounts(region) : value))
      .join(''),
  )
}

/** 'Jan 5, 2026', 'Jan 5, 2026, 3:07 PM', 'January 5, 2026 at 3:07 PM' and 'Jan 5–28, 2026'. */
function localDates(text: string, region: string): string {
  return text.replaceAll(
    /([A-Z][a-z]+) (\d+)(?:–(\d+))?, (\d{4})(?:(?: at|,) (\d+:\d\d\s[AP]M))?/g,
    (_, month: string, day: string, lastDay: string, year: string, time?: string) => {
      const at = (ofMonth: string) => new Date(`${month} ${ofMonth}, ${year} ${time ?? ''}`)
      const format = new Intl.DateTimeFormat(region, {
        dateStyle: month.length === 3 ? 'medium' : 'long',
        timeStyle: time ? 'short' : undefined,
      })
      if (!lastDay) return format.format(at(day))
      return format.formatRange(at(day), at(lastDay)).replace(/\s–\s/, '–')
    },
  )
}

/** Also of a currency without cents. */
function decimalOfAmounts(region: string): string {
  const amounts = new Intl.NumberFormat(region, {
    ...{ style: 'currency', currency, minimumFractionDigits: 1 },
  })
  return amounts.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? ''
}

function hasHalfDays(region: string): boolean {
  return new Intl.DateTimeFormat(region, { hour: 'numeric' }).resolvedOptions().hour12 === true
}

function partOf(wanted: 'currency' | 'decimal', region = locale): string {
  const parts = intl(region).formatToParts(0)
  return parts.find(({ type }) => type === wanted)?.value ?? ''
}

/** An amount as a field shows it: without groups, as typing would break them. */
export function inField(amount: string): string {
  return localAmounts(amount, locale, false)
}

/** The balance of a new code in its form: one dollar, or the usual price of a cycle. */
export const usualBalance = inField({ EUR: '$2.50', JPY: '$3.00' }[currency] ?? '$1.00')

/** What a person types into a field for an amount in dollars, such as '2.5'. */
export function typed(dollars: string): string {
  if (!hasCents) return String(Math.round(Number(dollars) * perDollar))
  return dollars.replace('.', partOf('decimal'))
}

const amounts =
  /^(price|prices|usual_price|lowest_price|balance|amount|amounts|dollars|gross|net|tax|revenue|lost|refunded|given_back|topped_up|unused_prepaid|stop_gives_back)$|_(amount|balance|topped_up)$|^(amount|balance)_(min|max)$/

/** A body for the API, whose amounts tests state in dollars, in the currency of this run. */
export function toApi<T>(body: T): T {
  return withAmounts(body, (dollars) => Number((dollars * perDollar).toFixed(decimals))) as T
}

/** The same for an answer, with amounts in dollars. */
export function fromApi<T>(answer: T): T {
  return withAmounts(answer, (amount) => amount / perDollar) as T
}

function withAmounts(part: unknown, change: (amount: number) => number, isAmount = false): unknown {
  if (typeof part === 'number') return isAmount ? change(part) : part
  if (Array.isArray(part)) return part.map((each) => withAmounts(each, change, isAmount))
  if (typeof part !== 'object' || part === null) return part
  const fields = Object.entries(part).map(([name, value]) => [
    name,
    withAmounts(value, change, amounts.test(name)),
  ])
  return Object.fromEntries(fields)
}

/** For what holds only for dollars in the United States, such as quarters. */
export function onlyInDollars(reason: string): void {
  test.info().skip(!isAtHome, reason)
}

export function onlyWithCents(reason: string): void {
  test.info().skip(!hasCents, reason)
}
