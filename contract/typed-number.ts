import { currency } from './currency.ts'
import { withoutInvisible } from './invisible-characters.ts'

/** Spaces of special widths, and characters of East Asian keyboards. Other forms, as in '5²', are not digits. */
const wide = /[\u00a0\u2007\u2009\u202f\u3000\uff01-\uff5e\uffe0-\uffe6]/g

const marks = [currency.code, currency.sign].map((mark) => mark.toUpperCase())

/** Digits in groups of three, separated by points, commas, spaces or apostrophes. */
const grouped = {
  ',': /^[1-9]\d{0,2}(,\d{3})+$/,
  '.': /^[1-9]\d{0,2}(\.\d{3})+$/,
  ' ': /^[1-9]\d{0,2}( \d{3})+$/,
  '’': /^[1-9]\d{0,2}(['’]\d{3})+$/,
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
  if (isUnclear(digits)) return text.trim()
  const point = decimalPointOf(digits)
  const [whole = '', decimals = ''] = point === undefined ? [digits] : splitAtLast(digits, point)
  const plain = ungrouped(whole)
  const isNumber = plain !== undefined && /^\d*$/.test(decimals) && plain + decimals !== ''
  return isNumber ? sign * Number(`${plain}.${decimals}`) : text.trim()
}

/** Whether the text can mean two numbers that differ by a factor of thousand. */
export function isAmbiguous(text: string): boolean {
  return isUnclear(partsOf(text).digits)
}

/** Without decimals in the currency, no number has any. */
function isUnclear(digits: string): boolean {
  return currency.decimals > 0 && ambiguous.test(digits)
}

function partsOf(text: string) {
  const amount = withoutInvisible(text.replace(wide, (sign) => sign.normalize('NFKC'))).trim()
  const [, before = '', rest = ''] = /^([-−+]?)(.*)$/s.exec(amount) ?? []
  const [, after = '', digits = ''] = /^([-−+]?)(.*)$/s.exec(withoutMark(rest)) ?? []
  const sign = before || after
  return { sign: /[-−]/.test(sign) ? -1 : 1, digits: before ? after + digits : digits }
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
  const isGroups = digits.split(last).length > 2 || ambiguous.test(digits)
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
