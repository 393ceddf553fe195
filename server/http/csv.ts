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
      // Without it Excel takes accents for letters of an older alphabet.
      bom: true,
      columns: [...columns],
      escape_formulas: true,
      cast: {
        date: (time) => time.toISOString(),
        string: withoutFormulas,
        object: (value) => withoutFormulas(JSON.stringify(value)),
      },
    })
    return pipeline(Readable.from(await begun(rowsOf(call))), lines, () => {})
  }
  route(server, endpoint, handle as never)
}

/**
 * A spreadsheet may split lines at something else than commas, such as Spanish ones at semicolons, where
 * the quotes around a text mean nothing: what would then begin with a formula gets an apostrophe.
 */
function withoutFormulas(text: string): string {
  return text.replace(/([;|\t])(?=["\s]*[=+\-@＝＋－＠])/g, "$1'")
}

/** The first row is read before the answer begins, so that what fails by then is refused like any call. */
async function begun<Row>(rows: AsyncIterable<Row>): Promise<AsyncIterable<Row>> {
  const iterator = rows[Symbol.asyncIterator]()
  const first = await iterator.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* { [Symbol.asyncIterator]: () => iterator }
  })()
}
