import { withoutUnseen } from './unseen.ts'

/** Spaces of their own widths, and what East Asian keyboards type. Other forms, as in '5²', are no digits. */
const wide = /[\u00a0\u2007\u2009\u202f\u3000\uff01-\uff5e]/g

/** Digits in groups of three, between points, commas or the spaces that some write there. */
const grouped = {
  ',': /^[1-9]\d{0,2}(,\d{3})+$/,
  '.': /^[1-9]\d{0,2}(\.\d{3})+$/,
  ' ': /^[1-9]\d{0,2}( \d{3})+$/,
}

/** A thousand where a point or a comma groups digits, and one where it begins the decimals. */
const ambiguous = /^[1-9]\d{0,2}[.,]\d{3}$/

/**
 * A number as people type it, with a dollar sign, groups of thousands, and a point or a comma before its decimals:
 * '1,234.50' and '1.234,50' are one number, '0,50' and '0,500' half of one. What may be two numbers, as '1,500', or
 * is none stays the text that it is, for a check to refuse: nothing is guessed, rounded or cut.
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

/** Whether what was typed is two numbers, a thousand times apart. */
export function isAmbiguous(text: string): boolean {
  return ambiguous.test(partsOf(text).digits)
}

function partsOf(text: string) {
  const amount = withoutUnseen(text.replace(wide, (sign) => sign.normalize('NFKC'))).trim()
  const number = amount.endsWith('$') ? amount.slice(0, -1).trimEnd() : amount
  const written = number.replace(/^([-−+]?)\s*\$\s*/, '$1')
  return { sign: /^[-−]/.test(written) ? -1 : 1, digits: written.replace(/^[-−+]/, '') }
}

/** The last sign, unless it stands between groups alone. */
function decimalPointOf(digits: string): '.' | ',' | undefined {
  const last = digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ','
  const isGroups = digits.split(last).length > 2
  return digits.includes(last) && !isGroups ? last : undefined
}

function splitAtLast(digits: string, point: string): [string, string] {
  const place = digits.lastIndexOf(point)
  return [digits.slice(0, place), digits.slice(place + 1)]
}

/** @returns undefined where the signs are no groups of thousands */
function ungrouped(whole: string): string | undefined {
  if (/^\d*$/.test(whole)) return whole
  const isGrouped = Object.values(grouped).some((groups) => groups.test(whole))
  return isGrouped ? whole.replace(/\D/g, '') : undefined
}
