import type { ReactNode } from 'react'

const hasWord = /\p{L}{2}/u
/** Whether the text is a code, a device number or an address: one word with a digit. */
function isName(text: string): boolean {
  return /\d/.test(text) && !/\s/.test(text)
}

/** For `translate`: browsers must not translate amounts and codes, because that would change them. */
export function translateOf(value: ReactNode): 'no' | undefined {
  const isFigure = typeof value === 'string' && (!hasWord.test(value) || isName(value))
  return isFigure || typeof value === 'number' ? 'no' : undefined
}
