import { ApiError } from './api.ts'

/**
 * Sends what creates or moves money with a key that names this one intention. The key is kept in this
 * tab until an answer came, over retries, reloads and lost connections: sent again with it, the server
 * does nothing twice and answers as the first time.
 * @param intention what is done, such as 'pay'
 */
export async function once<T>(
  intention: string,
  send: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  const name = nameOf(intention)
  const key = sessionStorage.getItem(name) ?? newKey()
  sessionStorage.setItem(name, key)
  try {
    const answer = await send(key)
    sessionStorage.removeItem(name)
    return answer
  } catch (error) {
    if (!isAnswer(error)) throw error
    sessionStorage.removeItem(name)
    // What was left open was something else.
    if (error.code === 'idempotency_key_reused') return once(intention, send)
    throw error
  }
}

/** Whether nobody knows yet how the last attempt ended: it must be repeated just as it was. */
export function isOpen(intention: string): boolean {
  return sessionStorage.getItem(nameOf(intention)) !== null
}

function nameOf(intention: string): string {
  return `idempotency-key ${intention}`
}

/** Without an answer, or with a fault of the server, nobody knows whether it was done. */
export function isAnswer(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500
}

/** crypto.randomUUID is there on pages over TLS only. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
