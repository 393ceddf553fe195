import type { ImportReport, LeftRow } from '@coinless/contract/imports.ts'
import type { z } from 'zod'
import type { IdempotencyKey } from '../calls/client.ts'

/** How what stands in a cell is read. */
type Kind = 'text' | 'number' | 'choice' | 'switch' | 'time' | 'prices'

export interface ImportField {
  name: string
  kind: Kind
  isRequired?: boolean
  /** Names that a column of it may have, besides that of the field: the first that a file has is taken. */
  names: readonly string[]
  /** What a cell of a choice may say. */
  words?: Record<string, readonly string[]>
  /** What stands in each row of a file that has no such column. */
  otherwise?: string
  /** An empty cell says nothing, instead of none. */
  isKeptWhenEmpty?: boolean
}

/** What files of rows can be imported as. */
export interface Importable {
  noun: 'devices' | 'codes'
  fields: readonly ImportField[]
  /** Of one row, as the call that makes one has it. */
  schema: z.ZodType
  /** By which two rows are the same, and how two texts of it are compared. */
  key: string
  keyOf: (text: string) => string
  /** Which of them are there already. */
  preview: (rows: object[], signal: AbortSignal) => Promise<{ left: LeftRow[] }>
  send: (rows: object[], idempotencyKey: IdempotencyKey) => Promise<ImportReport>
  /** What is loaded anew afterwards. */
  queryKey: readonly string[]
  /** What is worth money is not kept in the browser. */
  isSecret: boolean
  list: string
}

/** The column of the file for each field; '' for none. */
export type Columns = Record<string, string>

/** However it is written: 'device_number' and 'DEVICE-NUMBER' are one. */
export function plain(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Whether a cell names one of the fields. */
export function isNameIn(fields: readonly ImportField[]): (cell: string) => boolean {
  const names = new Set(fields.flatMap(({ name, names: others }) => [name, ...others]).map(plain))
  return (cell) => names.has(plain(cell))
}

/** Columns by their names; what was chosen before stays while the file has it. No column is taken twice. */
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
