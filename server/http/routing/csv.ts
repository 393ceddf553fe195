import { setImmediate } from 'node:timers/promises'
import { currency } from '@coinless/contract/currency.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { withoutFormulas } from '@coinless/contract/formulas.ts'
import { type Locale, localNumber } from '@coinless/contract/locales.ts'
import { plainAmount } from '@coinless/contract/money.ts'
import { stringify } from 'csv-stringify/sync'
import { localeOfRequest } from '../request/language.ts'
import type { Server } from '../request/server.ts'
import { type Handler, route } from './route.ts'
import { streamed } from './streamed.ts'

export interface CsvFile {
  name: string
  columns: readonly string[]
  /** Columns of amounts. A file with some has a last column `currency`. */
  amounts?: readonly string[]
}

type Columns = Omit<CsvFile, 'name'>

/** Number of rows, for progress displays. */
const totalHeader = 'x-total-count'

/** Number of rows per write. */
const rowsAtOnce = 100

/**
 * Streams rows as a CSV file at the speed of the client. Escapes formulas. Where decimals follow a comma, semicolons
 * separate cells, as spreadsheets of such places expect.
 */
export function csvRoute<E extends Endpoint>(
  server: Server,
  endpoint: E,
  file: CsvFile | ((call: Parameters<Handler<E>>[0]) => Promise<CsvFile>),
  rowsOf: (call: Parameters<Handler<E>>[0]) => AsyncIterable<object>,
  totalOf?: (call: Parameters<Handler<E>>[0]) => Promise<number>,
) {
  const handle = async (call: Parameters<Handler<E>>[0]) => {
    const { name, ...asked } = typeof file === 'function' ? await file(call) : file
    if (totalOf) call.reply.header(totalHeader, await totalOf(call))
    call.reply.header('content-disposition', `attachment; filename="${name}.csv"`)
    return streamed(call, linesOf(rowsOf(call), asked, localeOfRequest(call.request)))
  }
  route(server, endpoint, handle as never)
}

async function* linesOf(rows: AsyncIterable<object>, file: Columns, locale: Locale) {
  let group: object[] = []
  let isFirst = true
  for await (const row of rows) {
    group.push(row)
    if (group.length < rowsAtOnce) continue
    yield lines(group, file, locale, isFirst)
    // Buffered rows arrive without a pause, which would block other calls.
    await setImmediate()
    group = []
    isFirst = false
  }
  if (isFirst || group.length > 0) yield lines(group, file, locale, isFirst)
}

function lines(
  rows: object[],
  { columns, amounts = [] }: Columns,
  locale: Locale,
  isFirst: boolean,
): string {
  const inCurrency = amounts.length > 0
  return stringify(inCurrency ? rows.map((row) => ({ ...row, currency: currency.code })) : rows, {
    header: isFirst,
    delimiter: locale.decimal === ',' ? ';' : ',',
    // Without it Excel reads the file in a legacy encoding.
    bom: isFirst,
    columns: inCurrency ? [...columns, 'currency'] : [...columns],
    cast: {
      boolean: String,
      date: (time) => time.toISOString(),
      number: (number, { column }) => cellOf(number, amounts.includes(`${column}`), locale),
      // PostgreSQL's numeric arrives as text.
      string: (text, { column, header }) =>
        !header && amounts.includes(`${column}`)
          ? { value: cellOf(Number(text), true, locale), escape_formulas: false }
          : withoutFormulas(text),
      object: (value) => withoutFormulas(JSON.stringify(value)),
    },
  })
}

/** Without groups, which a spreadsheet could read as decimals. */
function cellOf(number: number, isAmount: boolean, locale: Locale): string {
  const ungrouped = { ...locale, groupsFrom: Number.POSITIVE_INFINITY }
  return localNumber(isAmount ? plainAmount(number) : String(number), ungrouped)
}
