/** A list that was kept, or chosen again, is another object. */
export function isEqual(some: unknown, other: unknown): boolean {
  return some === other || (Array.isArray(some) && JSON.stringify(some) === JSON.stringify(other))
}
