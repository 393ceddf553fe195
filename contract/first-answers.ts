/**
 * Whether an answer is transient: an expired session, overload or a fault. It does not tell the outcome of the call, so
 * it is not stored under the idempotency key.
 */
export function isTransient(status: number): boolean {
  return [401, 408, 413, 429].includes(status) || status >= 500
}
