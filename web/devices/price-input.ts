import {
  devicePrices,
  type PriceList,
  type PriceListBody,
  tableOn,
} from '@coinless/contract/device-prices.ts'
import { explain, sentenceOf } from '@coinless/contract/explain.ts'
import type { z } from 'zod'
import { currentLanguage, fieldName } from '../texts/texts.ts'
import { viewersTimeZone } from '../ui/time-zone.ts'

type Body = z.input<typeof devicePrices.save.body>
type Number = number | ''

/** As it stands in the fields: what is empty is ''. */
export interface TableInput {
  /** The day from which it counts; '' is now. */
  from: string
  programmes: { name: string; duration_minutes: Number; price: Number }[]
  times: { days: number[]; from: string; until: string; prices: Number[] }[]
}

/** The tables are one text, so that a draft of them can be kept and compared like any other field. */
export interface PricesInput extends Record<string, unknown> {
  time_zone: string
  tables: string
}

export function inputOf({ time_zone, planned, ...now }: PriceList): PricesInput {
  const tables: TableInput[] = [{ from: '', ...now }, ...planned].map((table) => ({
    from: table.from,
    programmes: table.programmes.map((each) => ({ ...each, name: each.name ?? '' })),
    times: table.times.map((each) => ({ ...each, prices: each.prices.map((one) => one ?? '') })),
  }))
  return { time_zone: time_zone ?? viewersTimeZone, tables: JSON.stringify(tables) }
}

export function tablesOf({ tables }: PricesInput): TableInput[] {
  return JSON.parse(tables)
}

/** What was not typed yet is sent as it is, for the contract to say so. */
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

/** By table: the first is that of now. Each sentence stands at its field, so it names no line. */
export function validate(values: PricesInput): Record<string, string> {
  const { error } = devicePrices.save.body.safeParse(bodyOf(values))
  const language = currentLanguage()
  return Object.fromEntries(
    explain(error?.issues ?? [], language).map(({ field, message }) => {
      const last = field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? field
      return [fieldOf(field), sentenceOf({ field: last, message }, language, fieldName)]
    }),
  )
}

function fieldOf(field: string): string {
  const planned = /^planned\.(\d+)\.(.*)$/.exec(field)
  if (planned) return `${Number(planned[1]) + 1}.${planned[2]}`
  return field === 'time_zone' ? field : `0.${field}`
}

/** What a preview asks for: nothing, as long as something does not fit. */
export function tableFor(values: PricesInput, date: string) {
  const list = devicePrices.save.body.safeParse(bodyOf(values))
  return list.success ? tableOn(list.data as PriceListBody, date) : undefined
}
