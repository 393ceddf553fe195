import {
  devicePrices,
  type PriceList,
  type PriceListBody,
  tableOn,
} from '@coinless/contract/device-prices.ts'
import { explain, sentenceOf } from '@coinless/contract/explain.ts'
import type { z } from 'zod'
import { currentFieldTexts, fieldName, t } from '../../shared/texts/texts.ts'
import { calendarDate, minutes, money } from '../../shared/ui/formats.ts'
import { viewersTimeZone } from '../../shared/ui/time-zone.ts'
import { weekdays } from '../../shared/ui/weekdays.ts'

type Body = z.input<typeof devicePrices.save.body>
type Number = number | ''

/** Values of the fields; empty ones are ''. */
export interface TableInput {
  /** First day of the prices; '' is now. */
  from: string
  programmes: { name: string; duration_minutes: Number; price: Number }[]
  times: { days: number[]; from: string; until: string; prices: Number[] }[]
}

/** The tables are one string, so that drafts keep and compare them like any other field. */
export interface PricesInput extends Record<string, unknown> {
  time_zone: string
  tables: string
}

/** A new list is in the time zone of the place. */
export function inputOf(
  { time_zone, planned, ...now }: PriceList,
  placeZone: string | null,
): PricesInput {
  const tables: TableInput[] = [{ from: '', ...now }, ...planned].map((table) => ({
    from: table.from,
    programmes: table.programmes.map((each) => ({ ...each, name: each.name ?? '' })),
    times: table.times.map((each) => ({ ...each, prices: each.prices.map((one) => one ?? '') })),
  }))
  return { time_zone: time_zone ?? placeZone ?? viewersTimeZone, tables: JSON.stringify(tables) }
}

export function tablesOf({ tables }: PricesInput): TableInput[] {
  return JSON.parse(tables)
}

/** Sends missing values unchanged, so that the contract reports them. */
export function bodyOf(values: PricesInput): Body {
  const [now, ...planned] = tablesOf(values).map(({ from, programmes, times }) => ({
    from,
    programmes,
    times: times.map((each) => ({
      ...each,
      prices: each.prices.map((one) => (one === '' ? null : one)),
    })),
  }))
  const { from: _, ...table } = now as NonNullable<typeof now>
  return { time_zone: values.time_zone, ...table, planned } as Body
}

/**
 * Errors by field path; table 0 holds the current prices. Each sentence is shown at its field, so it names no row. A
 * past day would take effect immediately, so it is rejected as a typing error.
 */
export function validate(values: PricesInput): Record<string, string> {
  const { error } = devicePrices.save.body.safeParse(bodyOf(values), { reportInput: true })
  const texts = currentFieldTexts()
  const problems = explain(error?.issues ?? [], texts)
  if (problems.length === 0) {
    const message = texts.problems.in_the_past
    const today = new Date().toLocaleDateString('en-CA', { timeZone: values.time_zone })
    for (const [index, { from }] of tablesOf(values).entries()) {
      if (index > 0 && from < today) problems.push({ field: `planned.${index - 1}.from`, message })
    }
  }
  return Object.fromEntries(
    problems.map(({ field, message }) => {
      const last = field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? field
      return [fieldOf(field), sentenceOf({ field: last, message }, texts, fieldName)]
    }),
  )
}

/** Prices as text, to compare the versions of two users. */
export function tablesInWords(tables: PricesInput['tables']): string {
  const amount = (price: Number) => (typeof price === 'number' ? money(price) : '–')
  return tablesOf({ tables } as PricesInput)
    .map(({ from, programmes, times }) =>
      [
        from ? `${t('prices.countsFrom')} ${calendarDate(from)}` : t('prices.now'),
        ...programmes.map((each) =>
          [each.name, minutes(Number(each.duration_minutes)), amount(each.price)]
            .filter(Boolean)
            .join(' · '),
        ),
        ...times.map(({ days, from, until, prices }) => {
          const names = days.map((day) => t(`revenue.${weekdays[day - 1] ?? 'monday'}`).slice(0, 3))
          return t('units.labeled', {
            name: `${names.join(', ')} ${from}–${until}`,
            value: prices.map(amount).join(' · '),
          })
        }),
      ].join('\n'),
    )
    .join('\n\n')
}

function fieldOf(field: string): string {
  const planned = /^planned\.(\d+)\.(.*)$/.exec(field)
  if (planned) return `${Number(planned[1]) + 1}.${planned[2]}`
  return field === 'time_zone' ? field : `0.${field}`
}

/** Table for a preview; undefined while the form has errors. */
export function tableFor(values: PricesInput, date: string) {
  const list = devicePrices.save.body.safeParse(bodyOf(values))
  return list.success ? tableOn(list.data as PriceListBody, date) : undefined
}
