import { addressOf, headersOf } from './request.ts'

/** As long as an answer counts as new (query-client.ts). */
const newMs = 10_000

const answers = new Map<string, Promise<Response>>()

/** Makes a call whose answer is needed once the code has come that asks for it. */
export function askEarly(path: string, language: string, token?: string): Promise<Response> {
  const address = addressOf(path)
  const key = keyOf(address, token)
  const answer = fetch(address, { headers: headersOf(language, token) })
  answers.set(key, answer)
  setTimeout(() => answers.delete(key), newMs)
  return answer
}

/** It is given once: whoever asks again wants to know what is now. */
export function earlyAnswer(address: string, token?: string): Promise<Response> | undefined {
  const key = keyOf(address, token)
  const answer = answers.get(key)
  answers.delete(key)
  return answer
}

function keyOf(address: string, token = ''): string {
  return `${token} ${address}`
}
