import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { codeKey } from '@coinless/contract/typed-secrets.ts'

/** Crockford's base 32: no I, L, O or U, so that a code survives being read aloud and typed. */
export const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const randomSymbols = 15
const codesPerRound = 250

/** 75 random bits and a check symbol in groups of four: '7K3M-Q0ZD-4WXA-9C2T'. */
export function generateCode(): string {
  // 32 divides 256, so that all symbols are equally likely.
  const symbols = [...randomBytes(randomSymbols)].map((byte) => byte % alphabet.length)
  const text = [...symbols, checkSymbol(symbols)].map((symbol) => alphabet[symbol]).join('')
  return text.replace(/(.{4})(?=.)/g, '$1-')
}

/** Generates many codes, and yields to the event loop between rounds. */
export async function generateCodes(count: number): Promise<string[]> {
  const codes: string[] = []
  while (codes.length < count) {
    const length = Math.min(codesPerRound, count - codes.length)
    codes.push(...Array.from({ length }, generateCode))
    await setImmediate()
  }
  return codes
}

/**
 * Whether a text has the form of a generated code but a wrong check symbol: a typo, because no code can be issued with
 * such a text.
 */
export function isMistyped(code: string): boolean {
  const symbols = symbolsOf(code)
  return symbols !== undefined && symbols.at(-1) !== checkSymbol(symbols.slice(0, -1))
}

/** Whether a text has the form of a generated code and a correct check symbol. */
export function isGenerated(code: string): boolean {
  return symbolsOf(code) !== undefined && !isMistyped(code)
}

/** undefined: not in the form of a generated code. */
function symbolsOf(code: string): number[] | undefined {
  const symbols = [...codeKey(code)].map((symbol) => alphabet.indexOf(symbol))
  return symbols.length === randomSymbols + 1 && !symbols.includes(-1) ? symbols : undefined
}

/** Luhn's algorithm over 32 symbols: detects every single wrong symbol and most swapped neighbors. */
function checkSymbol(symbols: number[]): number {
  const base = alphabet.length
  const sum = symbols.toReversed().reduce((total, symbol, index) => {
    const weighted = index % 2 === 0 ? symbol * 2 : symbol
    return total + Math.floor(weighted / base) + (weighted % base)
  }, 0)
  return (base - (sum % base)) % base
}
