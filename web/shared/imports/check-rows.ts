import { usual } from '@coinless/contract/coins.ts'
import { explain, sentenceOf } from '@coinless/contract/explain.ts'
import { plainAmount } from '@coinless/contract/money.ts'
import { currentFieldTexts, fieldName, t } from '../texts/texts.ts'
import { number } from '../ui/formats.ts'
import { cellValue } from './cells.ts'
import type { Columns, Importable, ImportField } from './importable.ts'
import type { Table, TableRow } from './table.ts'

/** A valid row in the form to send. */
export interface FittingRow {
  row: number
  body: Record<string, unknown>
}

/** One error that occurs in several rows. */
export interface Fault {
  /** Column name, or field name if the file has no such column; empty for an error of the whole row. */
  column: string
  sentence: string
  rows: number[]
  /** Contents of the first affected rows. */
  samples: string[]
}

export interface Checked {
  fitting: FittingRow[]
  faults: Fault[]
  /** Number of rows with errors, including rows swallowed by a broken one. */
  faulty: number
}

const rowsAtOnce = 250
const samplesMax = 3

/**
 * Checks rows by the schema of the call, in chunks, so that keys and taps are handled in between.
 * @returns undefined once it is no longer wanted
 */
export async function checkRows(
  { headers, rows }: Table,
  columns: Columns,
  importable: Importable,
  isWanted: () => boolean,
): Promise<Checked | undefined> {
  const faults = new Map<string, Fault>()
  const fitting: FittingRow[] = []
  const seen = new Set<string>()
  let faulty = 0
  const places = Object.fromEntries(
    importable.fields.map(({ name }) => [name, headers.indexOf(columns[name] ?? '')]),
  )
  for (const [index, row] of rows.entries()) {
    if (index % rowsAtOnce === 0) await new Promise((resolve) => setTimeout(resolve))
    if (!isWanted()) return undefined
    const { body, found } = checkRow(row, headers, places, importable, seen)
    if (found.length === 0) fitting.push({ row: row.row, body })
    else faulty += row.isBroken ? row.lines : 1
    for (const each of found) note(faults, row.row, each)
  }
  return { fitting, faults: [...faults.values()], faulty }
}

interface Found {
  column: string
  sentence: string
  was: string
}

function checkRow(
  { cells, isBroken, lines }: TableRow,
  headers: readonly string[],
  places: Record<string, number>,
  { fields, schema, key, keyOf }: Importable,
  seen: Set<string>,
): { body: Record<string, unknown>; found: Found[] } {
  const cellOf = ({ name }: ImportField) => cells[places[name] ?? -1]
  const values = fields.map((field) => [field.name, read(field, cellOf(field))] as const)
  const body = Object.fromEntries(values.filter(([, value]) => value !== undefined))
  const was = firstLine(cells.slice(0, 3).join(' · '))
  const ofRow = (sentence: string) => ({ column: '', sentence, was })
  if (isBroken) return { body, found: [ofRow(brokenSentence(lines))] }
  if (cells.slice(headers.length).some((cell) => cell.trim() !== '')) {
    return { body, found: [ofRow(t('import.tooManyCells'))] }
  }
  const byName = new Map(fields.map((field) => [field.name, field]))
  const told = (name: string, sentence: string): Found => {
    const field = byName.get(name)
    const column = headers[places[name] ?? -1] ?? fieldName(name)
    return { column, sentence, was: (field && cellOf(field)) ?? '' }
  }
  const { error } = schema.safeParse(body, { reportInput: true })
  const texts = currentFieldTexts()
  const found = explain(error?.issues ?? [], texts).map(({ field, message }) => {
    const [name = field] = field.split('.')
    // Drops indexes within a cell, because they are not rows of the file.
    const within = field.replaceAll(/\.\d+/g, '')
    const unread = unreadSentence(byName.get(name)?.kind, body[name])
    return told(name, unread ?? sentenceOf({ field: within, message }, texts, fieldName))
  })
  const name = keyOf(String(body[key] ?? ''))
  if (name && seen.has(name)) found.push(told(key, t('import.twice')))
  seen.add(name)
  return { body, found }
}

function brokenSentence(lines: number): string {
  const count = lines - 1
  const taken = count > 0 ? ` ${t('import.takenIn', { count, rows: number(count) })}` : ''
  return t('import.brokenQuotes') + taken
}

/** Keeps only the first line, because a broken row may contain the rest of the file. */
export function firstLine(text: string): string {
  const [first = '', ...rest] = text.split(/\r\n?|\n/)
  return rest.length > 0 ? `${first} …` : first
}

/** Message for a cell whose content could not be parsed. */
function unreadSentence(kind: ImportField['kind'] | undefined, value: unknown): string | undefined {
  if (typeof value !== 'string' || kind !== 'prices') return undefined
  const [price, lower] = [plainAmount(usual.price), plainAmount(usual.price / 2)]
  return t('import.notPrices', { price, lower })
}

function read(field: ImportField, cell: string | undefined): unknown {
  return cell === undefined ? field.otherwise : cellValue(field, cell)
}

function note(faults: Map<string, Fault>, row: number, { column, sentence, was }: Found): void {
  const name = `${column}\n${sentence}`
  const fault = faults.get(name) ?? { column, sentence, rows: [], samples: [] }
  fault.rows.push(row)
  if (fault.samples.length < samplesMax && !fault.samples.includes(was)) fault.samples.push(was)
  faults.set(name, fault)
}
