import { createStore } from '../ui/store.ts'

/** Whether the last call got an answer. */
export const isServerReached = createStore(true)
let failedAt = 0

/** No answer came: it is unknown whether the call arrived. */
export class NoAnswer extends TypeError {}

/** An answer came that does not reveal the outcome: undocumented or cut off. */
export class UnclearAnswer extends NoAnswer {}

/** The call was certainly not sent. */
export class NotSent extends NoAnswer {}

/**
 * @param sentAt send time on the clock of performance.now(): an answer to a call sent before a failure proves nothing
 */
export function noteAnswer(came: boolean, sentAt = performance.now()): void {
  if (!came) failedAt = performance.now()
  if (came === isServerReached.get() || (came && sentAt < failedAt)) return
  isServerReached.set(came)
}
