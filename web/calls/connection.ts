/** Whether the last call got an answer. */
let isAnswered = true
let failedAt = 0

const listeners = new Set<() => void>()

/** No answer came: it is unknown whether the call arrived. */
export class NoAnswer extends TypeError {}

/** An answer came that does not reveal the outcome: undocumented or cut off. */
export class UnclearAnswer extends NoAnswer {}

/** The call was certainly not sent. */
export class NotSent extends NoAnswer {}

export function isServerReached(): boolean {
  return isAnswered
}

/**
 * @param sentAt send time on the clock of performance.now(): an answer to a call sent before a failure proves nothing
 */
export function noteAnswer(came: boolean, sentAt = performance.now()): void {
  if (!came) failedAt = performance.now()
  if (came === isAnswered || (came && sentAt < failedAt)) return
  isAnswered = came
  for (const listener of listeners) listener()
}

/** For useSyncExternalStore. */
export function subscribeToConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
