import { parentPort } from 'node:worker_threads'
import { limits } from '@coinless/contract/limits.ts'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { dictionary, adjacencyGraphs as graphs } from '@zxcvbn-ts/language-common'

/** Part of a code, and whether the whole code has a valid check symbol. */
export interface CodePart {
  part: string
  looksDrawn: boolean
}

const options = { dictionary, graphs }
const plain = new ZxcvbnFactory({ ...options, l33tMaxSubstitutions: 0 })
/** Also reads digits as letters in about a hundred ways, which takes 90 % of its time. */
const thorough = new ZxcvbnFactory(options)

/** Worker thread: answers whether a part is hard to guess. */
parentPort?.on('message', ({ part, looksDrawn }: CodePart) => {
  const isHard = (by: ZxcvbnFactory) => by.check(part).guessesLog10 >= limits.codeGuessesLog10Min
  parentPort?.postMessage(isHard(plain) && (looksDrawn || isHard(thorough)))
})
