import type { BookableDays, BookableGroup, BookableSlot } from '@coinless/contract/bookings.ts'
import { dayThere } from './slot-times.ts'

/** A slot that cannot be booked, or no longer. */
export interface LostSlot {
  starts_at: string
  ends_at: string
  group_id: string
}

interface FreeSlot {
  group: BookableGroup
  slot: BookableSlot
}

const lengthOf = ({ starts_at, ends_at }: Omit<LostSlot, 'group_id'>) =>
  Date.parse(ends_at) - Date.parse(starts_at)
const startOf = ({ starts_at }: Pick<LostSlot, 'starts_at'>) => Date.parse(starts_at)

type Days = Pick<BookableDays, 'groups' | 'time_zone' | 'last_day'>

/** Another free slot among those shown that comes closest: of the same group, if it has one, and of the same length. */
export function nearestFree(
  { groups, time_zone, last_day }: Days,
  lost: LostSlot,
): FreeSlot | undefined {
  const byDistance = ({ group, slot }: FreeSlot) => [
    Number(group.id !== lost.group_id),
    Math.abs(lengthOf(slot) - lengthOf(lost)),
    Math.abs(startOf(slot) - startOf(lost)),
    -startOf(slot),
  ]
  return groups
    .flatMap((group) => group.slots.map((slot) => ({ group, slot })))
    .filter(
      ({ group, slot: { state, starts_at } }) =>
        state === 'free' &&
        dayThere(starts_at, time_zone) <= last_day &&
        !(group.id === lost.group_id && startOf({ starts_at }) === startOf(lost)),
    )
    .sort((one, other) => inOrder(byDistance(one), byDistance(other)))[0]
}

function inOrder(one: number[], other: number[]): number {
  return one.map((part, index) => part - (other[index] ?? 0)).find((each) => each !== 0) ?? 0
}
