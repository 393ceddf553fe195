import { coinOf } from '@coinless/contract/coins.ts'
import { withFormulas } from '@coinless/contract/formulas.ts'
import { pricesIn } from '@coinless/contract/price-text.ts'
import { numberOf } from '@coinless/contract/typed-number.ts'
import { type ImportField, plain } from './importable.ts'

/** Value of a cell in the form that the call takes. Invalid text stays as written, so that the check rejects it. */
export function cellValue(field: ImportField, cell: string): unknown {
  const text = withFormulas(cell.trim())
  if (text === '') return field.isRequired || field.isKeptWhenEmpty ? undefined : null
  switch (field.kind) {
    case 'text':
      return text
    case 'number':
      return numberOf(text)
    case 'choice':
      return wordOf(field, text)
    case 'coin': {
      const value = numberOf(text)
      return typeof value === 'number' ? (coinOf(value) ?? text) : wordOf(field, text)
    }
    case 'switch': {
      const word = wordOf(field, text)
      return word === 'true' || (word === 'false' ? false : text)
    }
    case 'time':
      return timeOf(text)
    case 'prices':
      return pricesIn(text) ?? text
  }
}

function wordOf({ words = {} }: ImportField, text: string): string {
  const said = plain(text)
  const found = Object.entries(words).find(([word, names]) =>
    [word, ...names].some((name) => plain(name) === said),
  )
  return found?.[0] ?? text
}

/** A date lasts until the end of that day in the viewer's time zone. Other orders of day and month are ambiguous. */
function timeOf(text: string): string {
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!day) return text
  const [year, month, date] = day.slice(1).map(Number) as [number, number, number]
  const end = new Date(year, month - 1, date + 1)
  const last = new Date(year, month - 1, date)
  return last.getMonth() === month - 1 ? end.toISOString() : text
}
