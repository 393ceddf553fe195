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
