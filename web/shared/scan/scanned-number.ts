import { stickerNumberOf } from '@coinless/contract/sticker-numbers.ts'

/** The sticker number of a QR code: nine digits, or this app's own sticker link. Any other address is not opened. */
export function scannedNumber(text: string, origin: string): string | null {
  const own = `${origin}/m/`
  const digits = text.startsWith(own) ? text.slice(own.length) : text
  return /^\d{9}$/.test(digits) ? stickerNumberOf(digits) : null
}
