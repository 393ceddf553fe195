import type { State } from '../../server/platform/messaging/lines.ts'

/** What a controller says of a channel on which nothing runs. */
export const idleState: Omit<State, 'question'> = {
  type: 'state',
  channel: 1,
  boot_id: 'b1',
  sequence: 1,
  running: false,
  start: null,
  remaining_seconds: null,
  watts: null,
  busy: null,
  fault: false,
  entry: null,
}
