import { typedSecret } from '@coinless/contract/typed-secrets.ts'

const groupLength = 4
const symbolsMax = 16

/** The beginning of a generated code: its symbols (server/platform/secrets/code-text.ts), in groups or in none. */
const generated = /^([\dA-HJKMNP-TV-Z]{4}-?)*[\dA-HJKMNP-TV-Z]{0,4}$/i

/**
 * A generated code in its groups, as far as it is typed. What people have chosen as a code stays as it is
 * typed, wherever it shows that it is none of those.
 * @param caret within the text its groups are just being changed
 */
export function groupedCode(typed: string, caret = typed.length): string {
  const text = caret < typed.length ? symbolsOf(typed) : typedSecret(typed).replaceAll(' ', '-')
  const symbols = symbolsOf(text)
  const isGenerated =
    generated.test(text) && /\d/.test(symbols) && symbols.length <= symbolsMax && symbols.length > 0
  if (!isGenerated) return typed
  return symbols.toUpperCase().replace(/(.{4})(?=.)/g, '$1-')
}

/** Where the caret stands in `grouped` that stood behind so much of what was typed. */
export function caretIn(grouped: string, typedBefore: string): number {
  const symbols = symbolsOf(typedBefore).length
  const hyphens = Math.floor(Math.max(symbols - 1, 0) / groupLength)
  return Math.min(symbols + hyphens, grouped.length)
}

function symbolsOf(text: string): string {
  return typedSecret(text).replace(/[ -]/g, '')
}
