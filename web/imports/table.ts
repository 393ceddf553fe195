import { limits } from '@coinless/contract/limits.ts'
import { BadFile } from './file-text.ts'

export interface TableRow {
  /** As a spreadsheet counts: the names of the columns are in row 1. */
  row: number
  cells: string[]
  /** A quotation mark in it is never closed, or stands within a value. */
  isBroken: boolean
  /** How many lines of the file it takes in: all that follow where a quotation mark is never closed. */
  lines: number
}

export interface Table {
  /** The names of the columns, each once. */
  headers: string[]
  rows: TableRow[]
  /** What stands above the names, such as a title. */
  above: string[]
}

const delimiters = [',', ';', '\t']

/** How many rows may stand above the names of the columns. */
const rowsAbove = 10

/**
 * The rows of a text whose values commas, semicolons or tabs keep apart.
 * @param isName whether a cell is the name of a column that is looked for
 * @throws BadFile
 */
export async function tableOf(
  text: string,
  isName: (cell: string) => boolean = () => false,
): Promise<Table> {
  const { default: papaparse } = await import('papaparse')
  const { delimiter, body } = withoutSeparatorLine(text)
  const { data, errors } = papaparse.parse<string[]>(body, {
    delimiter: delimiter ?? '',
    delimitersToGuess: delimiters,
  })
  const broken = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row }) => row))
  const filled = data
    .map((cells, index) => ({
      row: index + 1,
      cells,
      isBroken: broken.has(index),
      lines: cells
        .join('')
        .trimEnd()
        .split(/\r\n?|\n/).length,
    }))
    .filter(({ cells }) => countOf(cells) > 0)
  const start = rowOfNames(filled, isName)
  const [names, ...rows] = filled.slice(start)
  if (!names || rows.length === 0) throw new BadFile('noRows')
  if (rows.length > limits.importRows) throw new BadFile('tooManyRows')
  const above = filled.slice(0, start).map(({ cells }) => cells.filter(isFilled).join(' '))
  // Excel writes columns that hold nothing, up to 16,384.
  const width = Math.max(...[names, ...rows].map(({ cells }) => cells.findLastIndex(isFilled) + 1))
  return { headers: headersOf(names.cells.slice(0, width)), rows, above }
}

/** Excel has such a line say what keeps values apart, and shows none of it: rows are counted from the next. */
export function withoutSeparatorLine(text: string): { delimiter?: string; body: string } {
  const body = text.replace(/^\ufeff/, '')
  const [line, delimiter] = /^"?sep=([^"\r\n])"?[,;\t]*(?:\r\n?|\n|$)/i.exec(body) ?? []
  if (line === undefined || delimiter === undefined) return { body }
  return { delimiter, body: body.slice(line.length) }
}

/** The row of the first ones in which most names are known, or else the first that is no title. */
function rowOfNames(rows: { cells: string[] }[], isName: (cell: string) => boolean): number {
  const first = rows.slice(0, rowsAbove).map(({ cells }) => ({
    known: cells.filter((cell) => isFilled(cell) && isName(cell)).length,
    isTitle: countOf(cells) === 1,
  }))
  const most = Math.max(...first.map(({ known }) => known))
  if (most > 0) return first.findIndex(({ known }) => known === most)
  return Math.max(
    first.findIndex(({ isTitle }) => !isTitle),
    0,
  )
}

const isFilled = (cell: string) => cell.trim() !== ''
const countOf = (cells: string[]) => cells.filter(isFilled).length

/** 'place', 'place (2)'; 'C' for the third column where it has no name. */
function headersOf(names: string[]): string[] {
  const used = new Set<string>()
  const counts = new Map<string, number>()
  for (const [index, name] of names.entries()) {
    const header = name.trim() || columnLetters(index)
    let [unique, count] = [header, counts.get(header) ?? 1]
    while (used.has(unique)) unique = `${header} (${++count})`
    counts.set(header, count)
    used.add(unique)
  }
  return [...used]
}

/** As spreadsheets name columns: A, B … Z, AA. */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last
}
