/** Compares lists by content: a restored or reselected list is a different object. */
export function isEqual(some: unknown, other: unknown): boolean {
  return some === other || (Array.isArray(some) && JSON.stringify(some) === JSON.stringify(other))
}

/** Whether all fields of two forms are equal. */
export function isSame(some: Record<string, unknown>, others: Record<string, unknown>): boolean {
  return Object.keys(some).every((field) => isEqual(some[field], others[field]))
}
