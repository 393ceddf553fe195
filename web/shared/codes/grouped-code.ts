import { typedSecret } from '@coinless/contract/typed-secrets.ts'

const groupLength = 4
const symbolsMax = 16

/** Start of a generated code: its symbols (server/platform/secrets/code-text.ts), grouped or not. */
const generated = /^([\dA-HJKMNP-TV-Z]{4}-?)*[\dA-HJKMNP-TV-Z]{0,4}$/i

/**
 * Groups a generated code while it is typed. A chosen code stays as typed once it cannot be a generated one.
 * @param caret position within the text whose groups are being changed
 */
export function groupedCode(typed: string, caret = typed.length): string {
  const text = caret < typed.length ? symbolsOf(typed) : typedSecret(typed).replaceAll(' ', '-')
  const symbols = symbolsOf(text)
  const isGenerated =
    generated.test(text) && /\d/.test(symbols) && symbols.length <= symbolsMax && symbols.length > 0
  if (!isGenerated) return typed
  return symbols.toUpperCase().replace(/(.{4})(?=.)/g, '$1-')
}

/** Position in `grouped` of a caret that followed `typedBefore`. */
export function caretIn(grouped: string, typedBefore: string): number {
  const symbols = symbolsOf(typedBefore).length
  const hyphens = Math.floor(Math.max(symbols - 1, 0) / groupLength)
  return Math.min(symbols + hyphens, grouped.length)
}

function symbolsOf(text: string): string {
  return typedSecret(text).replace(/[ -]/g, '')
}
