import { typedSecret } from './typed-secrets.ts'

/** Nine digits: eight random ones, the first not 0, and a check digit. */
const form = /^[1-9]\d{8}$/

/** Damm's algorithm: detects every single wrong digit and every swap of adjacent digits. */
const table = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
]

/** Returns 0 for a number with a valid check digit; for a number without one, its check digit. */
export function checkOf(digits: string): number {
  return [...digits].reduce((row, digit) => Number(table[row]?.[Number(digit)]), 0)
}

/** The link on a sticker, and links of the screens that it opens. */
const inLink = /(?:\/m\/|\/rooms\/|[?&]sticker=)([^/?#&]*)/

/** Finds the sticker number in a typed text, with any spaces and hyphens, or in a link; null: none. */
export function stickerNumberOf(typed: string): string | null {
  const [, linked = typed] = inLink.exec(typed) ?? []
  const digits = typedSecret(linked).replace(/[ -]/g, '')
  return form.test(digits) && checkOf(digits) === 0 ? digits : null
}

/** As printed on a sticker: 482 109 375. */
export function groupedStickerNumber(number: string): string {
  return number.replace(/(\d{3})(?=\d)/g, '$1 ')
}
