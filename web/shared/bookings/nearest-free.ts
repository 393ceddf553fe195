import type { BookableDays, BookableGroup, BookableSlot } from '@coinless/contract/bookings.ts'

/** A slot that cannot be booked, or no longer. */
export interface LostSlot {
  starts_at: string
  ends_at: string
  /** undefined: of any group. */
  group_id?: string
}

interface FreeSlot {
  group: BookableGroup
  slot: BookableSlot
}

const lengthOf = ({ starts_at, ends_at }: LostSlot) => Date.parse(ends_at) - Date.parse(starts_at)
const startOf = ({ starts_at }: LostSlot) => Date.parse(starts_at)

/** The free slot among those shown that comes closest: of the same group, if it has one, and of the same length. */
export function nearestFree({ groups }: BookableDays, lost: LostSlot): FreeSlot | undefined {
  const byDistance = ({ group, slot }: FreeSlot) => [
    Number(group.id !== lost.group_id),
    Math.abs(lengthOf(slot) - lengthOf(lost)),
    Math.abs(startOf(slot) - startOf(lost)),
    -startOf(slot),
  ]
  return groups
    .flatMap((group) => group.slots.map((slot) => ({ group, slot })))
    .filter(({ slot }) => slot.state === 'free')
    .sort((one, other) => inOrder(byDistance(one), byDistance(other)))[0]
}

function inOrder(one: number[], other: number[]): number {
  return one.map((part, index) => part - (other[index] ?? 0)).find((each) => each !== 0) ?? 0
}
