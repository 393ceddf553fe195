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

/** Number of rows, for progress displays. */
const totalHeader = 'x-total-count'

/** Number of rows per write. */
const rowsAtOnce = 100

/** Also negative: not a formula. */
const plainNumber = /^-?\d+(\.\d\d)?$/

/** Streams rows as a CSV file at the speed of the client. Escapes formulas. */
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
    // Buffered rows arrive without a pause, which would block other calls.
    await setImmediate()
    group = []
    isFirst = false
  }
  if (isFirst || group.length > 0) yield lines(group, columns, isFirst)
}

function lines(rows: object[], columns: readonly string[], isFirst: boolean): string {
  return stringify(rows, {
    header: isFirst,
    // Without it Excel reads the file in a legacy encoding.
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
