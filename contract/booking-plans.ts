import { z } from 'zod'
import { timeOfDay } from './device-prices.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './explain.ts'
import { calendarDay, id, optionalText, text, versionQuery } from './fields.ts'
import { limits } from './limits.ts'
import { inRoom } from './room-number.ts'
import { timeZone } from './time-zone.ts'

const between = (least: number, most: number) => z.int().min(least).max(most)

export const Slot = z.strictObject({
  weekday: between(1, 7).describe('1 is Monday, 7 is Sunday'),
  starts_at: timeOfDay,
  minutes: between(limits.slotMinutesMin, limits.slotMinutesMax).describe(
    'On the clock: longer or shorter by an hour when the clock changes',
  ),
})
export type Slot = z.infer<typeof Slot>

const MachineGroup = z.strictObject({
  id: id.nullable().describe('null: a new group'),
  name: text(limits.groupNameMax),
  device_ids: z
    .array(id)
    .min(1, 'none_chosen' satisfies Problem)
    .max(limits.groupMachines)
    .describe('Machines of the room that are booked together'),
  dryer_minutes: between(0, limits.dryerMinutesMax).describe(
    'By how much the slots of its dryers are later than those of its other machines',
  ),
  slots: z.array(Slot).max(limits.weekSlots).describe('Of each week. They must not overlap'),
})
export type MachineGroup = z.infer<typeof MachineGroup>

const ClosedPeriod = z.strictObject({
  from: calendarDay.describe('First day, in the time zone of the room'),
  until: calendarDay.describe('Last day'),
  reason: optionalText(limits.closedReasonMax).transform((reason) => reason ?? null),
})

/** What can be booked in a room, set by its landlord. Without groups, nothing. */
export const BookingPlan = z
  .strictObject({
    time_zone: timeZone
      .nullable()
      .describe('Time zone of the room. null: not chosen, only without groups'),
    days_ahead: between(1, limits.bookingDaysAheadMax).describe('How far ahead slots are open'),
    open_max: between(1, limits.openBookingsMax).describe('Open bookings of one account'),
    month_max: between(1, limits.monthBookingsMax)
      .nullable()
      .describe('Bookings of one account in a calendar month. null: any number'),
    release_minutes: between(limits.releaseMinutesMin, limits.releaseMinutesMax).describe(
      'When the booker has not paid so long after the start, the machines are for anyone. If cycles of others run at all of them, after the first ends',
    ),
    last_start_minutes: between(0, limits.lastStartMinutesMax).describe(
      'No payment in a booked slot is taken in this time before its end',
    ),
    overrun_allowed: z
      .boolean()
      .describe('Whether a cycle can run into a slot that someone else has booked'),
    guests_allowed: z.boolean().describe('Whether guests can book'),
    groups: z.array(MachineGroup).max(limits.machineGroups),
    closed: z.array(ClosedPeriod).max(limits.closedPeriods).describe('Days without slots'),
  })
  .superRefine((plan, check) => {
    for (const [path, problem] of problemsOf(plan)) {
      check.addIssue({ code: 'custom', path, message: problem })
    }
  })
export type BookingPlan = z.output<typeof BookingPlan>

type Found = [path: (string | number)[], problem: Problem]

type Checked = Pick<BookingPlan, 'groups' | 'closed' | 'time_zone' | 'last_start_minutes'>

function problemsOf({ groups, closed, time_zone, last_start_minutes }: Checked): Found[] {
  const names = groups.map(({ name }) => name.toLowerCase())
  const ids = groups.map((group) => group.id)
  const grouped = new Set<string>()
  return [
    ...problemIf(groups.length > 0 && time_zone === null, ['time_zone'], 'required'),
    ...problemIf(
      groups.some(({ slots }) => slots.some(({ minutes }) => minutes <= last_start_minutes)),
      ['last_start_minutes'],
      'as_long_as_a_slot',
    ),
    ...groups.flatMap(({ device_ids, slots, id: groupId }, index): Found[] => {
      const isShared = device_ids.some((each) => grouped.has(each) || !grouped.add(each))
      return [
        ...problemIf(
          names.indexOf(names[index] ?? '') < index,
          ['groups', index, 'name'],
          'repeated',
        ),
        ...problemIf(
          groupId !== null && ids.indexOf(groupId) < index,
          ['groups', index, 'id'],
          'repeated',
        ),
        ...problemIf(isShared, ['groups', index, 'device_ids'], 'repeated'),
        ...overlapsOf(slots).map(
          (slot): Found => [['groups', index, 'slots', slot, 'starts_at'], 'times_overlap'],
        ),
      ]
    }),
    ...closed.flatMap(({ from, until }, index) =>
      problemIf(until < from, ['closed', index, 'until'], 'before_the_first_day'),
    ),
  ]
}

function problemIf(isWrong: boolean, path: Found[0], problem: Problem): Found[] {
  return isWrong ? [[path, problem]] : []
}

const minutesOfDay = 24 * 60
const minutesOfWeek = 7 * minutesOfDay

/** Minutes from Monday 0:00. */
export function startOf({ weekday, starts_at }: Pick<Slot, 'weekday' | 'starts_at'>): number {
  const [hours = 0, minutes = 0] = starts_at.split(':').map(Number)
  return (weekday - 1) * minutesOfDay + hours * 60 + minutes
}

/** Indexes of slots that overlap the one before, also from Sunday into Monday. */
export function overlapsOf(slots: readonly Slot[]): number[] {
  const inOrder = slots
    .map((slot, index) => ({ index, start: startOf(slot), minutes: slot.minutes }))
    .toSorted((one, other) => one.start - other.start)
  const [first] = inOrder
  if (!first) return []
  const after = [...inOrder.slice(1), { ...first, start: first.start + minutesOfWeek }]
  return after.flatMap(({ index, start }, at) => {
    const before = inOrder[at]
    return before && before.start + before.minutes > start ? [index] : []
  })
}

const KnownPlan = z.object({
  ...BookingPlan.shape,
  closed: z.array(z.object({ from: z.string(), until: z.string(), reason: z.string().nullable() })),
  groups: z.array(z.object({ ...MachineGroup.shape, id, name: z.string() })),
  time_zone: z.string().nullable().describe('null: not chosen, and none is known for the place'),
})
export type KnownPlan = z.infer<typeof KnownPlan>

export const bookingPlans = {
  get: endpoint('GET', '/rooms/:number/booking-plan', {
    summary: 'Get what can be booked in a room of yours',
    may: 'signed-in',
    needs: 'change_devices',
    params: inRoom,
    reply: KnownPlan,
    refusals: ['sticker_not_found', 'not_yours'],
  }),
  set: endpoint('PUT', '/rooms/:number/booking-plan', {
    summary:
      'Set what can be booked in a room of yours. Bookings whose group or day is gone end, and the bookers are notified',
    may: 'signed-in',
    needs: 'change_devices',
    params: inRoom,
    query: versionQuery,
    body: BookingPlan,
    bodyBytes: limits.bookingPlanBytes,
    reply: KnownPlan,
    refusals: ['sticker_not_found', 'not_yours', 'changed_meanwhile'],
  }),
}
