import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { limits } from '@coinless/contract/limits.ts'
import { turns } from '../../platform/concurrency/turns.ts'
import { isGenerated } from '../../platform/secrets/code-text.ts'
import type { CodePart } from './judge-code.ts'

/** Started with the first code that is judged. */
let judge: Worker | undefined
const inTurn = turns({ atOnce: 1, waiting: limits.codesWaiting })

/**
 * Words, years, keys beside each other: what somebody would try first. Hyphens hide nothing. A long
 * text takes at least as many guesses as each of its parts. Judging takes milliseconds of a processor, so another
 * thread does it: in this one each step of a payment would wait for it. What is easy as it stands is easy; words
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
    if (await inTurn(() => isHardToGuess({ part, looksDrawn }))) return false
  }
  return true
}

async function isHardToGuess(asked: CodePart): Promise<boolean> {
  judge ??= startJudge()
  const answered = once(judge, 'message')
  judge.postMessage(asked)
  const [isHard] = await answered
  return isHard
}

function startJudge(): Worker {
  const worker = new Worker(new URL('./judge-code.ts', import.meta.url))
  worker.once('exit', () => {
    judge = undefined
  })
  // It keeps no program from ending.
  worker.unref()
  return worker
}
