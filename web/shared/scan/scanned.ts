import { typedSecret } from '@coinless/contract/typed-secrets.ts'
import { groupedCode } from '../codes/grouped-code.ts'
import { scannedNumber } from './scanned-number.ts'

/** What a scan looks for. */
export interface Scanned {
  /** Of its texts. */
  name: 'sticker' | 'code'
  /** A phone is held to a sticker, a card to the screen of a display. */
  camera: 'environment' | 'user'
  /** @returns null for any other QR code */
  read: (text: string, origin: string) => string | null
}

export const sticker: Scanned = { name: 'sticker', camera: 'environment', read: scannedNumber }

/** A printed prepaid code: the link to pay with it, or the text of a generated one. */
export const prepaidCode: Scanned = {
  name: 'code',
  camera: 'user',
  read(text) {
    const [, ofLink] = text.split('#code=')
    if (ofLink !== undefined) return typedSecret(ofLink) || null
    const code = groupedCode(text)
    return /^[\dA-Z]{4}(-[\dA-Z]{4})+$/.test(code) ? code : null
  },
}
