import { limits } from '@coinless/contract/limits.ts'
import { BadFile } from './file-text.ts'

export interface TableRow {
  /** Row number as in a spreadsheet: the column names are in row 1. */
  row: number
  cells: string[]
  /** Whether a quotation mark is never closed, or is inside a value. */
  isBroken: boolean
  /** Number of lines in the file: includes all that follow an unclosed quotation mark. */
  lines: number
}

export interface Table {
  /** Unique column names. */
  headers: string[]
  rows: TableRow[]
  /** Content above the column names, such as a title. */
  above: string[]
}

const delimiters = [',', ';', '\t']

/** Maximum number of rows above the column names. */
const rowsAbove = 10

/**
 * Parses a text separated by commas, semicolons or tabs.
 * @param isName whether a cell is the name of a known column
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
  // Excel writes empty columns, up to 16,384.
  const width = Math.max(...[names, ...rows].map(({ cells }) => cells.findLastIndex(isFilled) + 1))
  return { headers: headersOf(names.cells.slice(0, width)), rows, above }
}

/** Excel takes the separator from a `sep=` line and does not show the line: row numbers start after it. */
export function withoutSeparatorLine(text: string): { delimiter?: string; body: string } {
  const body = text.replace(/^\ufeff/, '')
  const [line, delimiter] = /^"?sep=([^"\r\n])"?[,;\t]*(?:\r\n?|\n|$)/i.exec(body) ?? []
  if (line === undefined || delimiter === undefined) return { body }
  return { delimiter, body: body.slice(line.length) }
}

/** Among the first rows, the one with the most known names, otherwise the first that is no title. */
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

/** Makes names unique: 'place', 'place (2)'; 'C' for a third column without a name. */
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

/** Column names of spreadsheets: A, B … Z, AA. */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last
}
