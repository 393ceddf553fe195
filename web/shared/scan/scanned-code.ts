import { typedSecret } from '@coinless/contract/typed-secrets.ts'
import { groupedCode } from '../codes/grouped-code.ts'
import type { Scanned } from './scanned.ts'

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
