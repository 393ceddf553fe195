import type { ReactNode } from 'react'

const hasWord = /\p{L}{2}/u
/** A code, a number of a device or an address: one word with a digit in it. */
function isName(text: string): boolean {
  return /\d/.test(text) && !/\s/.test(text)
}

/** For `translate`: an amount or a code has nothing to translate, and a browser that translates would change it. */
export function translateOf(value: ReactNode): 'no' | undefined {
  const isFigure = typeof value === 'string' && (!hasWord.test(value) || isName(value))
  return isFigure || typeof value === 'number' ? 'no' : undefined
}
