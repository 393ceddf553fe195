import { limits } from '@coinless/contract/limits.ts'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

const estimate = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/** Words, years, keys beside each other: what somebody would try first. Hyphens hide nothing. */
export function isEasyToGuess(code: string): boolean {
  const { guessesLog10 } = estimate.check(code.replaceAll('-', '').toLowerCase())
  return guessesLog10 < limits.codeGuessesLog10Min
}
