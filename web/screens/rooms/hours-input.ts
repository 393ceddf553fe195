import { explain, sentenceOf } from '@coinless/contract/explain.ts'
import { type KnownHours, openingHours } from '@coinless/contract/opening-hours.ts'
import type { z } from 'zod'
import { currentFieldTexts, fieldName, t } from '../../shared/texts/texts.ts'
import { timeOfDay } from '../../shared/ui/formats.ts'
import { viewersTimeZone } from '../../shared/ui/time-zone.ts'
import { weekdayName } from '../../shared/ui/weekdays.ts'

export interface DayHours {
  opens_at: string
  closes_at: string
}

/** `days` is a string, so that drafts keep and compare it like any other field: hours from Monday on, null if closed. */
export interface HoursInput extends Record<string, unknown> {
  time_zone: string
  days: string
}

export const firstHours: DayHours = { opens_at: '06:00', closes_at: '22:00' }
export const firstWeek: (DayHours | null)[] = Array.from({ length: 7 }, () => firstHours)

export function inputOf({ time_zone, days }: KnownHours): HoursInput {
  const week = firstWeek.map((_, index) => {
    const day = days.find(({ weekday }) => weekday === index + 1)
    return day ? { opens_at: day.opens_at, closes_at: day.closes_at } : null
  })
  return { time_zone: time_zone ?? viewersTimeZone, days: JSON.stringify(week) }
}

export function daysOf({ days }: Pick<HoursInput, 'days'>): (DayHours | null)[] {
  return JSON.parse(days)
}

export function bodyOf(values: HoursInput): z.input<typeof openingHours.set.body> {
  const days = daysOf(values).flatMap((day, index) => (day ? [{ weekday: index + 1, ...day }] : []))
  return { time_zone: values.time_zone, days }
}

/** Errors by field path, in which days count from Monday on. */
export function validate(values: HoursInput): Record<string, string> {
  const body = bodyOf(values)
  const { error } = openingHours.set.body.safeParse(body, { reportInput: true })
  const texts = currentFieldTexts()
  return Object.fromEntries(
    explain(error?.issues ?? [], texts).map(({ field, message }) => {
      const [first = field, index, last] = field.split('.')
      const day = body.days[Number(index)]
      const path = day && last ? `days.${day.weekday - 1}.${last}` : first
      return [path, sentenceOf({ field: last ?? first, message }, texts, fieldName)]
    }),
  )
}

export function daysInWords(days: HoursInput['days']): string {
  return daysOf({ days })
    .flatMap((day, index) =>
      day
        ? t('units.labeled', {
            name: weekdayName(index + 1),
            value: `${timeOfDay(day.opens_at)} – ${timeOfDay(day.closes_at)}`,
          })
        : [],
    )
    .join('\n')
}
