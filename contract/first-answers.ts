/**
 * Whether an answer passes by itself: a session that ran out, too much at once, a fault. It says nothing of
 * what came of the call, so no idempotency key stands for it, and whoever asked knows no more than before.
 */
export function passesByItself(status: number): boolean {
  return [401, 408, 413, 429].includes(status) || status >= 500
}
