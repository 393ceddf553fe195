import { currency } from './currency.ts'
import { withoutInvisible } from './invisible-characters.ts'

/** Spaces of special widths, and characters of East Asian keyboards. Other forms, as in '5²', are not digits. */
const wide = /[\u00a0\u2007\u2009\u202f\u3000\uff01-\uff5e]/g

const marks = [currency.sign, currency.code].map((mark) => mark.toUpperCase())

/** Digits in groups of three, separated by points, commas or spaces. */
const grouped = {
  ',': /^[1-9]\d{0,2}(,\d{3})+$/,
  '.': /^[1-9]\d{0,2}(\.\d{3})+$/,
  ' ': /^[1-9]\d{0,2}( \d{3})+$/,
}

/** A point or comma that may separate thousands or decimals. */
const ambiguous = /^[1-9]\d{0,2}[.,]\d{3}$/

/**
 * Parses a number as people type it, with the currency's sign or code, thousands separators, and a decimal point or
 * comma: '1,234.50' and '1.234,50' are equal, '0,50' and '0,500' are a half. Ambiguous text, as '1,500', and other text is
 * returned unchanged for validation to reject: nothing is guessed, rounded or cut.
 */
export function numberOf(text: string): number | string {
  const { sign, digits } = partsOf(text)
  if (ambiguous.test(digits)) return text.trim()
  const point = decimalPointOf(digits)
  const [whole = '', decimals = ''] = point === undefined ? [digits] : splitAtLast(digits, point)
  const plain = ungrouped(whole)
  const isNumber = plain !== undefined && /^\d*$/.test(decimals) && plain + decimals !== ''
  return isNumber ? sign * Number(`${plain}.${decimals}`) : text.trim()
}

/** Whether the text can mean two numbers that differ by a factor of thousand. */
export function isAmbiguous(text: string): boolean {
  return ambiguous.test(partsOf(text).digits)
}

function partsOf(text: string) {
  const amount = withoutInvisible(text.replace(wide, (sign) => sign.normalize('NFKC'))).trim()
  const unsigned = amount.replace(/^[-−+]\s*/, '')
  return { sign: /^[-−]/.test(amount) ? -1 : 1, digits: withoutMark(unsigned) }
}

function withoutMark(written: string): string {
  const upper = written.toUpperCase()
  const before = marks.find((mark) => upper.startsWith(mark))
  if (before) return written.slice(before.length).trimStart()
  const after = marks.find((mark) => upper.endsWith(mark))
  return after ? written.slice(0, -after.length).trimEnd() : written
}

/** The last separator, unless it only separates groups. */
function decimalPointOf(digits: string): '.' | ',' | undefined {
  const last = digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ','
  const isGroups = digits.split(last).length > 2
  return digits.includes(last) && !isGroups ? last : undefined
}

function splitAtLast(digits: string, point: string): [string, string] {
  const place = digits.lastIndexOf(point)
  return [digits.slice(0, place), digits.slice(place + 1)]
}

/** @returns undefined if the separators do not form groups of thousands */
function ungrouped(whole: string): string | undefined {
  if (/^\d*$/.test(whole)) return whole
  const isGrouped = Object.values(grouped).some((groups) => groups.test(whole))
  return isGrouped ? whole.replace(/\D/g, '') : undefined
}
