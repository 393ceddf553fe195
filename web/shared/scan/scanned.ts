import { groupedCode } from '../codes/grouped-code.ts'
import { scannedNumber } from './scanned-number.ts'

/** What a scan looks for. */
export interface Scanned {
  /** Of its texts. */
  name: 'sticker' | 'code'
  /** @returns null for any other QR code */
  read: (text: string, origin: string) => string | null
}

export const sticker: Scanned = { name: 'sticker', read: scannedNumber }

/** A printed prepaid code: the text, or the link to pay with it. */
export const prepaidCode: Scanned = {
  name: 'code',
  read(text) {
    const code = groupedCode(text)
    return /^[\dA-Z]{4}(-[\dA-Z]{4})+$/.test(code) ? code : null
  },
}
