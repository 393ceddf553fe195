import { setImmediate } from 'node:timers/promises'
import { limits } from '@coinless/contract/limits.ts'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { turns } from '../throttle/turns.ts'

const estimate = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
const inTurn = turns({ atOnce: 1, waiting: limits.codesWaiting })

/**
 * Words, years, keys beside each other: what somebody would try first. Hyphens hide nothing. A long
 * text takes at least as many guesses as each of its parts. Judging takes milliseconds of the
 * processor, so after each part whatever else waits gets its turn.
 * @throws Refusal too_busy
 */
export async function isEasyToGuess(code: string): Promise<boolean> {
  const parts = code
    .replaceAll('-', '')
    .toLowerCase()
    .match(new RegExp(`.{1,${limits.codePartJudged}}`, 'gsu'))
  for (const part of parts ?? []) {
    if (await inTurn(() => isHardToGuess(part))) return false
  }
  return true
}

async function isHardToGuess(part: string): Promise<boolean> {
  await setImmediate()
  return estimate.check(part).guessesLog10 >= limits.codeGuessesLog10Min
}
