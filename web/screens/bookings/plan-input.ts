import { bookingPlans, type KnownPlan, type Slot } from '@coinless/contract/booking-plans.ts'
import type { Device } from '@coinless/contract/devices.ts'
import { explain, sentenceOf } from '@coinless/contract/explain.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { z } from 'zod'
import { currentFieldTexts, fieldName, t } from '../../shared/texts/texts.ts'
import { calendarDate, timeOfDay } from '../../shared/ui/formats.ts'
import { viewersTimeZone } from '../../shared/ui/time-zone.ts'
import { weekdayName } from '../../shared/ui/weekdays.ts'
import { filled, firstSeries, sorted, untilOf } from './week-slots.ts'

type Body = z.input<typeof bookingPlans.set.body>
type Number = number | ''

export interface GroupInput {
  /** null: a new group. */
  id: string | null
  name: string
  device_ids: string[]
  dryer_minutes: Number
  slots: Slot[]
}

export interface ClosedInput {
  from: string
  until: string
  reason: string
}

/** Groups and closed days are strings, so that drafts keep and compare them like any other field. */
export interface PlanInput extends Record<string, unknown> {
  time_zone: string
  days_ahead: Number
  open_max: Number
  month_max: Number
  release_minutes: Number
  last_start_minutes: Number
  overrun_allowed: boolean
  guests_allowed: boolean
  groups: string
  closed: string
}

export function inputOf({ groups, closed, time_zone, month_max, ...rules }: KnownPlan): PlanInput {
  return {
    ...rules,
    time_zone: time_zone ?? viewersTimeZone,
    month_max: month_max ?? '',
    groups: JSON.stringify(groups.map((group) => ({ ...group, slots: sorted(group.slots) }))),
    closed: JSON.stringify(closed.map((days) => ({ ...days, reason: days.reason ?? '' }))),
  }
}

export function groupsOf({ groups }: Pick<PlanInput, 'groups'>): GroupInput[] {
  return JSON.parse(groups)
}

export function closedOf({ closed }: Pick<PlanInput, 'closed'>): ClosedInput[] {
  return JSON.parse(closed)
}

/** All machines of the room. */
export function firstGroup(devices: readonly Device[]): GroupInput {
  return {
    ...newGroup(t('bookingPlan.allMachines')),
    device_ids: devices.slice(0, limits.groupMachines).map(({ id }) => id),
    slots: filled([], firstSeries),
  }
}

export function newGroup(name = ''): GroupInput {
  return { id: null, name, device_ids: [], dryer_minutes: 0, slots: [] }
}

/** Sends missing values unchanged, so that the contract reports them. */
export function bodyOf(values: PlanInput): Body {
  return {
    ...values,
    month_max: values.month_max === '' ? null : values.month_max,
    groups: groupsOf(values),
    closed: closedOf(values),
  } as Body
}

/** Errors by field path. Each sentence is shown at its field, so it names no row. */
export function validate(values: PlanInput): Record<string, string> {
  const { error } = bookingPlans.set.body.safeParse(bodyOf(values), { reportInput: true })
  const texts = currentFieldTexts()
  return Object.fromEntries(
    explain(error?.issues ?? [], texts).map(({ field, message }) => {
      const last = field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? field
      return [field, sentenceOf({ field: last, message }, texts, fieldName)]
    }),
  )
}

/** Whether saving can end bookings: a group is gone, or days are closed. */
export function endsBookings(base: PlanInput, values: PlanInput): boolean {
  const kept = groupsOf(values).map(({ id }) => id)
  const known = closedOf(base).map(({ from, until }) => `${from} ${until}`)
  return (
    groupsOf(base).some(({ id }) => !kept.includes(id)) ||
    closedOf(values).some(({ from, until }) => !known.includes(`${from} ${until}`))
  )
}

export function machineName({ label, device_number }: Pick<Device, 'label' | 'device_number'>) {
  return `${label} · ${device_number}`
}

export function slotTimes(slot: Slot): string {
  return t('bookings.range', {
    from: timeOfDay(slot.starts_at),
    until: timeOfDay(untilOf(slot)),
  })
}

/** Groups as text, to compare the versions of two users. */
export function groupsInWords(devices: readonly Device[]) {
  const names = new Map(devices.map((device) => [device.id, device.device_number]))
  return (groups: PlanInput['groups']) =>
    groupsOf({ groups })
      .map(({ name, device_ids, dryer_minutes, slots }) =>
        [
          name,
          device_ids.map((id) => names.get(id) ?? '–').join(', '),
          ...(dryer_minutes
            ? [t('units.labeled', { name: fieldName('dryer_minutes'), value: dryer_minutes })]
            : []),
          ...weekInWords(slots),
        ].join('\n'),
      )
      .join('\n\n')
}

/** One line for all days with the same slots. */
function weekInWords(slots: readonly Slot[]): string[] {
  const timesOf = (day: Slot[]) => day.map(slotTimes).join(', ')
  const days = [...Map.groupBy(slots, ({ weekday }) => weekday)]
  const alike = Map.groupBy(days, ([, day]) => timesOf(day))
  return [...alike].map(([value, same]) =>
    t('units.labeled', { name: same.map(([day]) => weekdayName(day)).join(', '), value }),
  )
}

export function closedInWords(closed: PlanInput['closed']): string {
  const dayOf = (day: string) => (day ? calendarDate(day) : '–')
  return closedOf({ closed })
    .map(({ from, until, reason }) =>
      [`${dayOf(from)} – ${dayOf(until)}`, reason].filter(Boolean).join(' · '),
    )
    .join('\n')
}
