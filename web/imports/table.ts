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
}

/**
 * The rows of a text whose values commas, semicolons or tabs keep apart.
 * @throws BadFile
 */
export async function tableOf(text: string): Promise<Table> {
  const { default: papaparse } = await import('papaparse')
  const { data, errors } = papaparse.parse<string[]>(text.replace(/^\ufeff/, ''), {
    delimitersToGuess: [',', ';', '\t'],
  })
  const broken = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row }) => row))
  const [names, ...rows] = data
    .map((cells, index) => ({
      row: index + 1,
      cells,
      isBroken: broken.has(index),
      lines: cells
        .join('')
        .trimEnd()
        .split(/\r\n?|\n/).length,
    }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (!names || rows.length === 0) throw new BadFile('noRows')
  if (rows.length > limits.importRows) throw new BadFile('tooManyRows')
  return { headers: headersOf(names.cells), rows }
}

/** 'place', 'place (2)'; 'C' for the third column where it has no name. */
function headersOf(names: string[]): string[] {
  const headers: string[] = []
  for (const [index, name] of names.entries()) {
    const header = name.trim() || columnLetters(index)
    const same = headers.filter((each) => each.replace(/ \(\d+\)$/, '') === header).length
    headers.push(same > 0 ? `${header} (${same + 1})` : header)
  }
  return headers
}

/** As spreadsheets name columns: A, B … Z, AA. */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last
}
