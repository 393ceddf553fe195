import { explain, sentenceOf } from '@coinless/contract/explain.ts'
import { BatchCustomer } from '@coinless/contract/prepaid-code-batches.ts'
import type { FieldTexts } from '@coinless/contract/texts/field-texts.ts'
import papaparse from 'papaparse'
import type { z } from 'zod'
import { columnNames } from '../../shared/imports/column-names.ts'
import { plain } from '../../shared/imports/importable.ts'
import { withoutSeparatorLine } from '../../shared/imports/table.ts'

type Person = z.input<typeof BatchCustomer>

export interface CustomerList {
  people: Person[]
  /** Sentences that name the line. */
  faults: string[]
}

/** Maximum number of lines above the column names. */
const linesAbove = 10

const columns = ['customer_name', 'customer_email', 'phone_number'] as const
type Column = (typeof columns)[number]

/** Column names that mark a first line as headings. */
const headings = Object.fromEntries(
  columns.map((column) => [
    column,
    new Set([column, ...columnNames('codes', column)].map((name) => plain(name))),
  ]),
) as Record<Column, Set<string>>

/**
 * Customers of codes: name, email and phone of one person per line, separated by commas, semicolons or tabs. A name or
 * an address is enough.
 */
export function customersIn(
  text: string,
  texts: FieldTexts,
  nameOf: (field: string) => string,
): CustomerList {
  const { delimiter: said, body } = withoutSeparatorLine(text)
  const delimiter = said ?? ['\t', ';'].find((each) => body.includes(each)) ?? ','
  const { data, errors } = papaparse.parse<string[]>(body, { delimiter })
  const broken = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row }) => row))
  const lines = data
    .map((cells, index) => ({
      number: index + (said === undefined ? 1 : 2),
      cells: cells.map((cell) => cell.trim()),
      isBroken: broken.has(index),
    }))
    .filter(({ cells }) => cells.some(Boolean))
  // A title may precede the column names.
  const names = lines.slice(0, linesAbove).findIndex(({ cells }) => columnsNamedBy(cells))
  const named = columnsNamedBy(lines[names]?.cells ?? [])
  const found = lines.slice(names + 1).map((line) => personIn(line, named, texts, nameOf))
  return {
    people: found.map(({ person }) => person),
    faults: found.flatMap(({ faults }) => faults),
  }
}

function columnsNamedBy(cells: string[]): (Column | undefined)[] | undefined {
  const named = cells.map((cell) => columns.find((column) => headings[column].has(plain(cell))))
  return cells.length > 0 && named.every(Boolean) ? named : undefined
}

/** Columns without headings: in the default order, except that an email address may come first. */
function placesOf(cells: string[]): (Column | undefined)[] {
  const isAddressFirst = cells[0]?.includes('@') && !cells[1]?.includes('@')
  return isAddressFirst ? ['customer_email', 'customer_name', 'phone_number'] : [...columns]
}

function personIn(
  { number, cells, isBroken }: { number: number; cells: string[]; isBroken: boolean },
  named: (Column | undefined)[] | undefined,
  texts: FieldTexts,
  nameOf: (field: string) => string,
) {
  const places = named ?? placesOf(cells)
  const { inLine, tooManyCells, brokenQuotes } = texts
  const person: Person = {}
  if (isBroken) return { person, faults: [inLine(number, brokenQuotes)] }
  for (const [index, cell] of cells.entries()) {
    const column = places[index]
    if (column) person[column] = cell
    else if (cell) return { person, faults: [inLine(number, tooManyCells)] }
  }
  const checked = BatchCustomer.safeParse(person)
  const problems = checked.success ? [] : explain(checked.error.issues, texts)
  const faults = problems.map((problem) => inLine(number, sentenceOf(problem, texts, nameOf)))
  return { person, faults }
}
