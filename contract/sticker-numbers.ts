import { typedSecret } from './typed-secrets.ts'

/** Nine digits: eight drawn at random, of which the first is not 0, and a check digit. */
const form = /^[1-9]\d{8}$/

/** Damm's: one wrong digit, and two that changed places side by side, never make another good number. */
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

/** Ends with 0 for a number whose check digit is right; for one that has none yet it is that digit. */
export function checkOf(digits: string): number {
  return [...digits].reduce((row, digit) => Number(table[row]?.[Number(digit)]), 0)
}

/** Of the link on a sticker, and of the screens that it leads to. */
const inLink = /(?:\/m\/|\/rooms\/|[?&]sticker=)([^/?#&]*)/

/** The sticker number in a typed text, with any spaces and hyphens, or in a link; null: there is none. */
export function stickerNumberOf(typed: string): string | null {
  const [, linked = typed] = inLink.exec(typed) ?? []
  const digits = typedSecret(linked).replace(/[ -]/g, '')
  return form.test(digits) && checkOf(digits) === 0 ? digits : null
}

/** As it stands on a sticker: 482 109 375. */
export function groupedStickerNumber(number: string): string {
  return number.replace(/(\d{3})(?=\d)/g, '$1 ')
}
