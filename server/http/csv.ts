import { pipeline, Readable } from 'node:stream'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { stringify } from 'csv-stringify'
import { type Handler, route, type Server } from './route.ts'

interface CsvFile {
  name: string
  columns: readonly string[]
}

/** How many rows there will be, for whoever shows the progress. */
const totalHeader = 'x-total-count'

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
    const lines = stringify({
      header: true,
      columns: [...columns],
      escape_formulas: true,
      cast: { date: (time) => time.toISOString() },
    })
    return pipeline(Readable.from(rowsOf(call)), lines, () => {})
  }
  route(server, endpoint, handle as never)
}
