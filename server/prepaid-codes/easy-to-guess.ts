import { setImmediate } from 'node:timers/promises'
import { limits } from '@coinless/contract/limits.ts'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { isGenerated } from '../secrets/code-text.ts'
import { turns } from '../throttle/turns.ts'

/** Loaded with the first code that is judged. */
let estimates: ReturnType<typeof loadEstimates> | undefined
const inTurn = turns({ atOnce: 1, waiting: limits.codesWaiting })

/**
 * Words, years, keys beside each other: what somebody would try first. Hyphens hide nothing. A long
 * text takes at least as many guesses as each of its parts. Judging takes milliseconds of the
 * processor, so after each part whatever else waits gets its turn. What is easy as it stands is easy; words
 * in digits are not looked for in a text with the check symbol of those that are drawn by lot.
 * @throws Refusal too_busy
 */
export async function isEasyToGuess(code: string): Promise<boolean> {
  const parts = code
    .replaceAll('-', '')
    .toLowerCase()
    .match(new RegExp(`.{1,${limits.codePartJudged}}`, 'gsu'))
  const looksDrawn = isGenerated(code)
  for (const part of parts ?? []) {
    if (await inTurn(() => isHardToGuess(part, looksDrawn))) return false
  }
  return true
}

async function loadEstimates() {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core')
  const { adjacencyGraphs: graphs, dictionary } = await import('@zxcvbn-ts/language-common')
  const options = { dictionary, graphs }
  return {
    plain: new ZxcvbnFactory({ ...options, l33tMaxSubstitutions: 0 }),
    /** Also reads digits as letters, in a hundred ways: that is nine tenths of its time. */
    thorough: new ZxcvbnFactory(options),
  }
}

async function isHardToGuess(part: string, looksDrawn: boolean): Promise<boolean> {
  estimates ??= loadEstimates()
  const { plain, thorough } = await estimates
  await setImmediate()
  const isHard = (by: ZxcvbnFactory) => by.check(part).guessesLog10 >= limits.codeGuessesLog10Min
  return isHard(plain) && (looksDrawn || isHard(thorough))
}
