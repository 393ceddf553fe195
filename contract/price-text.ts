import type { PriceList, WeekTime } from './device-prices.ts'
import { plainAmount } from './money.ts'
import { numberOf } from './typed-number.ts'

/**
 * All prices of a device as the lines of one cell of a file:
 *
 *     zone Europe/Madrid
 *     30 min 2.50 Normal
 *     60 min 4.00 Long
 *     fri,sat 22:00-06:00 1.50 -
 *     from 2027-01-01
 *     30 min 3.00
 *
 * Names of programmes come last, so that they may contain anything. A time of the week has one price per programme, in
 * order, or a hyphen for no change. Lines below a day apply from that day.
 */

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

type Table = Pick<PriceList, 'programmes' | 'times'>

export function priceText({ time_zone, planned, ...now }: PriceList): string {
  return [
    ...(time_zone === null ? [] : [`zone ${time_zone}`]),
    ...tableLines(now),
    ...planned.flatMap(({ from, ...table }) => [`from ${from}`, ...tableLines(table)]),
  ].join('\n')
}

function tableLines({ programmes, times }: Table): string[] {
  return [
    ...programmes.map(({ name, duration_minutes, price }) =>
      [duration_minutes, 'min', plainAmount(price), name].filter((part) => part !== null).join(' '),
    ),
    ...times.map(
      ({ days, from, until, prices }) =>
        `${days.map((day) => weekdays[day - 1]).join(',')} ${from}-${until} ${prices.map((each) => (each === null ? '-' : plainAmount(each))).join(' ')}`,
    ),
  ]
}

/** Prices, times and names are validated by the schema. @returns undefined if a line is none of these */
export function pricesIn(text: string): PriceList | undefined {
  const list: PriceList = { time_zone: null, programmes: [], times: [], planned: [] }
  let table: Table = list
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue
    const [, zone] = /^zone (.+)$/i.exec(line) ?? []
    const [, from] = /^from (\S+)$/i.exec(line) ?? []
    const [, minutes, typed = '', name] = /^(\d+) min ([\d.,]+)(?: (.+))?$/is.exec(line) ?? []
    const price = numberOf(typed)
    const time = timeIn(line)
    if (zone) list.time_zone = zone
    else if (from) table = startOf(list, from)
    else if (time) table.times.push(time)
    else if (!minutes || typeof price === 'string') return undefined
    else
      table.programmes.push({
        name: name ?? null,
        duration_minutes: Number(minutes),
        price,
      })
  }
  return list
}

function startOf(list: PriceList, from: string): Table {
  const table = { from, programmes: [], times: [] }
  list.planned.push(table)
  return table
}

function timeIn(line: string): WeekTime | undefined {
  const [, days, from, until, prices] =
    /^([a-z]{3}(?:,[a-z]{3})*) ([\d:]+)-([\d:]+)((?: (?:-|[\d.,]+))+)$/i.exec(line) ?? []
  if (!days || !from || !until || !prices) return undefined
  const typed = prices.trim().split(' ')
  const read = typed.map((price) => (price === '-' ? null : numberOf(price)))
  if (!read.every((price) => typeof price !== 'string')) return undefined
  return {
    days: days.split(',').map((day) => weekdays.indexOf(day.toLowerCase()) + 1),
    from,
    until,
    prices: read,
  }
}
