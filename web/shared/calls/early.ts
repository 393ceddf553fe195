import { addressOf, headersOf } from './request.ts'

/** Time for which an answer counts as fresh (query-client.ts). */
const newMs = 10_000

const answers = new Map<string, Promise<Response>>()

/** Makes a call before the code that needs its answer has loaded. */
export function fetchEarly(path: string, language: string, token?: string): Promise<Response> {
  const address = addressOf(path)
  const key = keyOf(address, token)
  const answer = fetch(address, { headers: headersOf(language, token) })
  answers.set(key, answer)
  setTimeout(() => answers.delete(key), newMs)
  return answer
}

/** Returns an early answer once: a repeated request needs the current state. */
export function earlyAnswer(address: string, token?: string): Promise<Response> | undefined {
  const key = keyOf(address, token)
  const answer = answers.get(key)
  answers.delete(key)
  return answer
}

function keyOf(address: string, token = ''): string {
  return `${token} ${address}`
}
