import type { ReactNode } from 'react'

const hasWord = /\p{L}{2}/u
/** A code, a number of a device or an address: one word with a digit in it. */
const isName = /^\S*\d\S*$/

/** For `translate`: an amount or a code has nothing to translate, and a browser that translates would change it. */
export function translateOf(value: ReactNode): 'no' | undefined {
  const isFigure = typeof value === 'string' && (!hasWord.test(value) || isName.test(value))
  return isFigure || typeof value === 'number' ? 'no' : undefined
}
