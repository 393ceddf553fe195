/** Single-byte encodings. Files do not declare which one they use. */
export const encodings = ['windows-1252', 'macintosh', 'windows-1250'] as const
export type Encoding = (typeof encodings)[number]

/** Letters of western languages, and symbols that need no letters around them. */
const letter = /[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ffœŒßŠšŽžŸ]/
const sign = /[€£«»“”‘’„–—…°ºª¿¡§©®\u00a0]/

/** Encoding in which the text looks most like words. On a tie Windows, which wrote most files. */
export function likelyEncoding(bytes: Uint8Array): Encoding {
  const scores = (['windows-1252', 'macintosh'] as const).map((encoding) => ({
    encoding,
    score: scoreOf(new TextDecoder(encoding).decode(bytes.subarray(0, 100_000))),
  }))
  return scores.toSorted((one, other) => other.score - one.score)[0]?.encoding ?? 'windows-1252'
}

function scoreOf(text: string): number {
  let score = 0
  for (const { 0: written, index } of text.matchAll(/[^\0-\x7f]/g)) {
    const before = text.slice(Math.max(index - 3, 0), index)
    score += plausible(before, written, text.slice(index + 1, index + 3))
  }
  return score
}

/** 1 for a character in a plausible place, -1 for one that no word has there. */
function plausible(before: string, written: string, after: string): number {
  const isInWord = /\p{L}$/u.test(before) || /^\p{L}/u.test(after)
  if (written === '’' && isInWord) return isApostrophe(before, after) ? 1 : 0
  if (sign.test(written)) return isInWord && /\p{L}$/u.test(before) ? 0 : 1
  // Ÿ and š are rare in western languages, and usually a misread ü and ö of a Mac.
  if (!letter.test(written) || /[ŠšŽžŸŒœ]/.test(written)) return -1
  if (!isInWord) return 0
  const isOdd = /\p{Lu}/u.test(written) && /\p{Ll}$/u.test(before)
  return isOdd ? -1 : 1
}

/** As in L’Olivier, d’Or, O’Brien and Ana’s. */
function isApostrophe(before: string, after: string): boolean {
  return /(^|[^\p{L}])\p{L}{1,2}$/u.test(before) || /^s?(?!\p{L})/u.test(after)
}
