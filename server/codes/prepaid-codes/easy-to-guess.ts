import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { limits } from '@coinless/contract/limits.ts'
import { limitConcurrency } from '../../platform/concurrency/limit-concurrency.ts'
import { isGenerated } from '../../platform/secrets/code-text.ts'
import type { CodePart } from './judge-code.ts'

/** Started for the first code that is checked. */
let judge: Worker | undefined
const inTurn = limitConcurrency({ atOnce: 1, waiting: limits.codesWaiting })

/**
 * Rejects words, years and keyboard patterns, also with hyphens. A long text is as hard as its hardest part. Runs in
 * a worker thread, because a check takes milliseconds of CPU. Texts with a valid check symbol are not searched for
 * words spelled with digits.
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
  // Does not keep the process alive.
  worker.unref()
  return worker
}
