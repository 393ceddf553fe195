/** Compares lists by content: a restored or reselected list is a different object. */
export function isEqual(some: unknown, other: unknown): boolean {
  return some === other || (Array.isArray(some) && JSON.stringify(some) === JSON.stringify(other))
}
