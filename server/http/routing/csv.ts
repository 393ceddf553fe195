import { setImmediate } from 'node:timers/promises'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { withoutFormulas } from '@coinless/contract/formulas.ts'
import { stringify } from 'csv-stringify/sync'
import type { Server } from '../request/server.ts'
import { type Handler, route } from './route.ts'
import { streamed } from './streamed.ts'

interface CsvFile {
  name: string
  columns: readonly string[]
}

/** How many rows there will be, for whoever shows the progress. */
const totalHeader = 'x-total-count'

/** Written in one go. */
const rowsAtOnce = 100

/** Also one below zero: no formula. */
const plainNumber = /^-?\d+\.\d\d$/

/** Serves rows as a file, as fast as it is taken. What a spreadsheet would run is defused. */
export function csvRoute<E extends Endpoint>(
  server: Server,
  endpoint: E,
  { name, columns }: CsvFile,
  rowsOf: (call: Parameters<Handler<E>>[0]) => AsyncIterable<object>,
  totalOf?: (call: Parameters<Handler<E>>[0]) => Promise<number>,
) {
  const handle = async (call: Parameters<Handler<E>>[0]) => {
    if (totalOf) call.reply.header(totalHeader, await totalOf(call))
    call.reply.header('content-disposition', `attachment; filename="${name}.csv"`)
    return streamed(call, linesOf(rowsOf(call), columns))
  }
  route(server, endpoint, handle as never)
}

async function* linesOf(rows: AsyncIterable<object>, columns: readonly string[]) {
  let group: object[] = []
  let isFirst = true
  for await (const row of rows) {
    group.push(row)
    if (group.length < rowsAtOnce) continue
    yield lines(group, columns, isFirst)
    // Rows that are read come without a pause, which others would wait for.
    await setImmediate()
    group = []
    isFirst = false
  }
  if (isFirst || group.length > 0) yield lines(group, columns, isFirst)
}

function lines(rows: object[], columns: readonly string[], isFirst: boolean): string {
  return stringify(rows, {
    header: isFirst,
    // Without it Excel takes accents for letters of an older alphabet.
    bom: isFirst,
    columns: [...columns],
    cast: {
      boolean: String,
      date: (time) => time.toISOString(),
      string: (text) =>
        plainNumber.test(text) ? { value: text, escape_formulas: false } : withoutFormulas(text),
      object: (value) => withoutFormulas(JSON.stringify(value)),
    },
  })
}
