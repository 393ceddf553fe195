import type { RoomQueues } from '@coinless/contract/queues.ts'

type Held = NonNullable<RoomQueues['hold']>

/** Adds the end on the clock of `performance.now()`, because the clock of a phone may be wrong. */
export type ShownHeld<Shown extends Held = Held> = Shown & { overAt: number }

export function timed<Shown extends Held>(held: Shown | null): ShownHeld<Shown> | null {
  return held && { ...held, overAt: performance.now() + held.remaining_seconds * 1000 }
}
