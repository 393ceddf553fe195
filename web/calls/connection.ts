/** Whether the last call had an answer. */
let isAnswered = true
let failedAt = 0

const listeners = new Set<() => void>()

/** No answer came: nobody knows whether the call arrived. */
export class NoAnswer extends TypeError {}

/** An answer came that says nothing of the call: not the documented one, or cut off. */
export class UnclearAnswer extends NoAnswer {}

/** It is known that the call was not sent. */
export class NotSent extends NoAnswer {}

export function isServerReached(): boolean {
  return isAnswered
}

/** @param sentAt when the call was sent: one from before a failure says nothing of what is now */
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
