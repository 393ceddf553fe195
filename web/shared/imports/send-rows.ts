import type { SkippedRow } from '@coinless/contract/imports.ts'
import { limits } from '@coinless/contract/limits.ts'
import { ApiError } from '../calls/client.ts'
import { withIdempotencyKey } from '../calls/idempotency-key.ts'
import type { FittingRow } from './check-rows.ts'
import type { Importable } from './importable.ts'

/** Import progress of a file. */
export interface Progress {
  total: number
  /** Rows with a known result. */
  done: number
  created: number
  left: SkippedRow[]
  /** Invalid rows of the file, not included in the other counts. */
  leftOut: number
}

/** Bytes of rows per call: leaves room for the JSON around them. */
const partBytes = limits.bodyBytes * 0.8

const encoder = new TextEncoder()

/**
 * Sends rows in chunks, each with its own key. A lost answer needs no question, because no call creates a row twice:
 * the next answer reports existing rows.
 * @param tell receives the progress after each chunk
 * @returns once all rows are sent, or it is no longer wanted
 */
export async function sendRows(
  { noun, send }: Importable,
  rows: readonly FittingRow[],
  before: Progress,
  tell: (progress: Progress) => void,
  isWanted: () => boolean,
): Promise<Progress> {
  let progress = before
  while (progress.done < progress.total && isWanted()) {
    const part = partOf(rows, progress.done)
    const { created, left } = await sendPart(part, (bodies) =>
      withIdempotencyKey(
        `import ${noun}`,
        (key) => send(bodies, key),
        async () => 'once more',
      ),
    )
    progress = {
      ...progress,
      done: progress.done + part.length,
      created: progress.created + created,
      left: [...progress.left, ...left],
    }
    tell(progress)
  }
  return progress
}

/** Finds existing rows, by their numbers in the file. */
export async function knownRows(
  { preview }: Importable,
  rows: readonly FittingRow[],
  signal: AbortSignal,
): Promise<SkippedRow[]> {
  const known: SkippedRow[] = []
  for (let from = 0; from < rows.length; ) {
    const part = partOf(rows, from)
    const bodies = part.map(({ body }) => body)
    known.push(...inFile(part, (await preview(bodies, signal)).left))
    from += part.length
  }
  return known
}

function inFile(part: readonly FittingRow[], left: readonly SkippedRow[]): SkippedRow[] {
  return left.map((each) => ({ ...each, row: part[each.row]?.row ?? 0 }))
}

function partOf(rows: readonly FittingRow[], from: number): FittingRow[] {
  const part: FittingRow[] = []
  let bytes = 0
  for (const row of rows.slice(from, from + limits.importRowsAtOnce)) {
    bytes += encoder.encode(JSON.stringify(row.body)).length
    if (part.length > 0 && bytes > partBytes) break
    part.push(row)
  }
  return part
}

interface PartReport {
  created: number
  /** Rows by their numbers in the file. */
  left: SkippedRow[]
}

/** Sends a chunk, and again without the rows that the server refuses. */
async function sendPart(
  part: readonly FittingRow[],
  send: (bodies: object[]) => ReturnType<Importable['send']>,
): Promise<PartReport> {
  if (part.length === 0) return { created: 0, left: [] }
  try {
    const { created, left } = await send(part.map(({ body }) => body))
    return { created, left: inFile(part, left) }
  } catch (error) {
    const refused = refusedRows(error, part)
    if (refused.length === 0) throw error
    const isRefused = new Set(refused.map(({ row }) => row))
    const rest = await sendPart(
      part.filter(({ row }) => !isRefused.has(row)),
      send,
    )
    return { created: rest.created, left: [...refused, ...rest.left] }
  }
}

function refusedRows(error: unknown, part: readonly FittingRow[]): SkippedRow[] {
  if (!(error instanceof ApiError)) return []
  return (error.details ?? []).flatMap(({ field, message }): SkippedRow[] => {
    const [, place, name] = /^rows\.(\d+)(?:\.(.*))?$/s.exec(field) ?? []
    const row = part[Number(place)]
    if (place === undefined || !row) return []
    const word = name?.split('.').findLast((part) => !/^\d*$/.test(part))
    return [{ row: row.row, outcome: 'refused', fields: word ? [word] : [], message }]
  })
}
