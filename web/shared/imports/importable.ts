import type { ImportReport, SkippedRow } from '@coinless/contract/imports.ts'
import type { z } from 'zod'
import type { IdempotencyKey } from '../calls/client.ts'

/** How the content of a cell is read. */
type Kind = 'text' | 'number' | 'choice' | 'coin' | 'switch' | 'time' | 'prices'

export interface ImportField {
  name: string
  kind: Kind
  isRequired?: boolean
  /** Further names of its column: the first one in the file counts. */
  names: readonly string[]
  /** Words for each value of a choice. */
  words?: Record<string, readonly string[]>
  /** Value of each row if the file has no such column. */
  otherwise?: string
  /** Omits an empty cell, instead of sending null. */
  isKeptWhenEmpty?: boolean
}

/** Kind of rows that a file can be imported as. */
export interface Importable {
  noun: 'devices' | 'codes'
  fields: readonly ImportField[]
  /** Schema of one row, from the call that creates one. */
  schema: z.ZodType
  /** Field that identifies a row, and a function that normalizes its text for comparison. */
  key: string
  keyOf: (text: string) => string
  /** Finds rows that exist already. */
  preview: (rows: object[], signal: AbortSignal) => Promise<{ left: SkippedRow[] }>
  send: (rows: object[], idempotencyKey: IdempotencyKey) => Promise<ImportReport>
  /** Queries to reload afterwards. */
  queryKey: readonly string[]
  /** Rows that are worth money are not stored in the browser. */
  isSecret: boolean
  list: string
}

/** Column of the file for each field; '' for none. */
export type Columns = Record<string, string>

/** Normalizes a name: 'device_number' and 'DEVICE-NUMBER' are equal. */
export function plain(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Whether a cell is the name of a field. */
export function isNameIn(fields: readonly ImportField[]): (cell: string) => boolean {
  const names = new Set(fields.flatMap(({ name, names: others }) => [name, ...others]).map(plain))
  return (cell) => names.has(plain(cell))
}

/** Matches columns by name; earlier choices stay if the file has them. No column is used twice. */
export function matched(
  fields: readonly ImportField[],
  headers: readonly string[],
  before: Columns = {},
): Columns {
  const free = new Set(headers)
  const take = (header: string | undefined) => {
    if (header === undefined || !free.delete(header)) return ''
    return header
  }
  const columns = Object.fromEntries(fields.map(({ name }) => [name, take(before[name])]))
  for (const { name, names } of fields) {
    if (columns[name]) continue
    const wanted = [...names, name].map(plain)
    const found = wanted.map((each) => [...free].find((header) => plain(header) === each))
    columns[name] = take(found.find((header) => header !== undefined))
  }
  return columns
}
