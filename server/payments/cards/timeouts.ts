import type { Server } from '../../http/request/server.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'

const retryAfterSeconds = 5

/**
 * Waits for the card processor, but less long than a proxy does. The work continues and stores its result.
 * @returns undefined on timeout
 */
export async function withTimeout<T>(
  { app, cardProcessor }: Pick<Server, 'app' | 'cardProcessor'>,
  work: Promise<T>,
): Promise<T | undefined> {
  let isLate = false
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      isLate = true
      resolve(undefined)
    }, cardProcessor.timeoutMs)
  })
  work.catch((err) => {
    if (isLate) app.log.warn({ err }, 'late call to the card processor failed')
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** The same for a caller that asks again. @throws Refusal card_processor_lost on timeout */
export async function refuseOnTimeout<T>(
  server: Pick<Server, 'app' | 'cardProcessor'>,
  work: Promise<T>,
): Promise<void> {
  const isDone = await withTimeout(
    server,
    work.then(() => true),
  )
  if (!isDone) throw new Refusal('card_processor_lost', { seconds: retryAfterSeconds })
}

/** Call before a transaction, which must not wait for the processor. @throws Refusal card_processor_lost */
export function loadProcessorAccount(server: Pick<Server, 'app' | 'cardProcessor'>): Promise<void> {
  return refuseOnTimeout(server, server.cardProcessor.account())
}
