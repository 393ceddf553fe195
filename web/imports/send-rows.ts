import type { LeftRow } from '@coinless/contract/imports.ts'
import { limits } from '@coinless/contract/limits.ts'
import { ApiError } from '../calls/client.ts'
import { withIdempotencyKey } from '../calls/idempotency-key.ts'
import type { FittingRow } from './check-rows.ts'
import type { Importable } from './importable.ts'

/** What has become of a file so far. */
export interface Progress {
  total: number
  /** Rows of which it is known. */
  done: number
  created: number
  left: LeftRow[]
  /** Rows of the file that did not fit, and are not among those. */
  leftOut: number
}

/** Of what a call may hold, so that its frame fits, too. */
const partBytes = limits.bodyBytes * 0.8

const encoder = new TextEncoder()

/**
 * Sends rows a part at a time, each with a key of its own. What is made twice by no call needs no question where
 * an answer was lost: the next one says what is there already.
 * @param tell what has become of the file after each part
 * @returns once all is sent, or it is not wanted any more
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

/** Which rows are there already, by their rows in the file. */
export async function knownRows(
  { preview }: Importable,
  rows: readonly FittingRow[],
  signal: AbortSignal,
): Promise<LeftRow[]> {
  const known: LeftRow[] = []
  for (let from = 0; from < rows.length; ) {
    const part = partOf(rows, from)
    const bodies = part.map(({ body }) => body)
    known.push(...inFile(part, (await preview(bodies, signal)).left))
    from += part.length
  }
  return known
}

function inFile(part: readonly FittingRow[], left: readonly LeftRow[]): LeftRow[] {
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
  /** By their rows in the file. */
  left: LeftRow[]
}

/** A row for which the server refuses the part is left out of it. */
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

function refusedRows(error: unknown, part: readonly FittingRow[]): LeftRow[] {
  if (!(error instanceof ApiError)) return []
  return (error.details ?? []).flatMap(({ field, message }): LeftRow[] => {
    const [, place, name] = /^rows\.(\d+)(?:\.(.*))?$/s.exec(field) ?? []
    const row = part[Number(place)]
    if (place === undefined || !row) return []
    const word = name?.split('.').findLast((part) => !/^\d*$/.test(part))
    return [{ row: row.row, outcome: 'refused', fields: word ? [word] : [], message }]
  })
}
