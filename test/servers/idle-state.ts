import type { State } from '../../server/platform/messaging/controller-connections.ts'

/** State of an idle channel, as reported by a controller. */
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
