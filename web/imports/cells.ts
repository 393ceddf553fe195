import { withFormulas } from '@coinless/contract/formulas.ts'
import { pricesIn } from '@coinless/contract/price-text.ts'
import { numberOf } from '../ui/number-text.ts'
import { type ImportField, plain } from './importable.ts'

/** A thousand where a point or a comma groups digits, one where it begins the decimals. */
const ambiguous = /^[-−]?\d{1,3}[.,]\d{3}$/

export function isAmbiguous(text: string): boolean {
  return ambiguous.test(withoutCurrency(text))
}

/** What a cell says, as the call takes it. What does not fit is left as it is written, for the check to refuse. */
export function saidIn(field: ImportField, cell: string): unknown {
  const text = withFormulas(cell.trim())
  if (text === '') return field.isRequired || field.isKeptWhenEmpty ? undefined : null
  switch (field.kind) {
    case 'text':
      return text
    case 'number':
      return amountOf(text)
    case 'choice':
      return wordOf(field, text)
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

/** '1.234,50' can be nothing else; '1.000' stays a text. */
function amountOf(text: string): number | string {
  const digits = withoutCurrency(text)
  if (ambiguous.test(digits)) return text
  const isWithPoints = /^[-−]?\d{1,3}(\.\d{3})+,\d{1,2}$/.test(digits)
  const number = numberOf(isWithPoints ? digits.replaceAll('.', '') : digits)
  return typeof number === 'number' ? number : text
}

/** '$2.50', or '2,50 $' as it is written in Spanish. */
function withoutCurrency(text: string): string {
  return text.trim().replace(/^([-−]?)\s*\$\s*|\s*\$$/g, '$1')
}

function wordOf({ words = {} }: ImportField, text: string): string {
  const said = plain(text)
  const found = Object.entries(words).find(([word, names]) =>
    [word, ...names].some((name) => plain(name) === said),
  )
  return found?.[0] ?? text
}

/** A day lasts until its end where the viewer is. Days and months of other orders could be mistaken. */
function timeOf(text: string): string {
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!day) return text
  const [year, month, date] = day.slice(1).map(Number) as [number, number, number]
  const end = new Date(year, month - 1, date + 1)
  const last = new Date(year, month - 1, date)
  return last.getMonth() === month - 1 ? end.toISOString() : text
}
