import type { BookableDays, BookableGroup, BookableSlot } from '@coinless/contract/bookings.ts'
import { Badge, Button, Card, Text, Title, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { daysLater, dayThere, hoursOf, slotOf } from '../../shared/bookings/slot-times.ts'
import { t } from '../../shared/texts/texts.ts'
import { longDay, weekdayOf } from '../../shared/ui/day-names.ts'
import styles from './Days.module.css'
import type { SlotActions } from './use-slot-actions.tsx'

interface DaysProps {
  days: BookableDays
  isMoving: boolean
  actions: SlotActions
}

/** Slots by group and day. A phone shows one day at a time; a wide screen and paper show all. */
export function Days({ days, isMoving, actions }: DaysProps) {
  const { from, until, time_zone, groups } = days
  const [chosen, setChosen] = useState('')
  const all = Array.from({ length: 7 }, (_, index) => daysLater(from, index)).filter(
    (day) => day <= until,
  )
  const withFree = all.find((day) =>
    groups.some(({ slots }) =>
      slots.some((slot) => slot.state === 'free' && dayThere(slot.starts_at, time_zone) === day),
    ),
  )
  const shown = all.includes(chosen) ? chosen : (withFree ?? from)
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser */}
      <div className={styles.strip} role="group" aria-label={t('bookings.day')}>
        {all.map((day) => (
          <button
            key={day}
            type="button"
            className={styles.tab}
            aria-pressed={day === shown}
            onClick={() => setChosen(day)}
          >
            <span>{weekdayOf(day)}</span> <b>{Number(day.slice(-2))}</b>
          </button>
        ))}
      </div>
      {groups.map((group) => (
        <Card withBorder key={group.id} component="section" aria-label={group.name}>
          <Title order={2} size="h5" style={{ overflowWrap: 'anywhere' }}>
            {group.name}
          </Title>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {group.machines.map(({ device_number }) => device_number).join(', ')}
          </Text>
          {group.dryer_minutes > 0 && (
            <Text size="sm">{t('bookings.dryers', { minutes: group.dryer_minutes })}</Text>
          )}
          <div className={styles.days}>
            {all.map((day) => (
              <div key={day} className={day === shown ? styles.shown : styles.other}>
                <Title order={3} size="h6" className={styles.day}>
                  {longDay(day)}
                </Title>
                <Slots day={day} {...{ days, group, isMoving, actions }} />
              </div>
            ))}
          </div>
        </Card>
      ))}
    </>
  )
}

interface SlotsProps extends DaysProps {
  day: string
  group: BookableGroup
}

function Slots({ day, days, group, isMoving, actions }: SlotsProps) {
  const slots = group.slots.filter(({ starts_at }) => dayThere(starts_at, days.time_zone) === day)
  if (slots.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('bookings.none')}
      </Text>
    )
  }
  return (
    <ul className={styles.slots}>
      {slots.map((slot) => (
        <li key={slot.starts_at}>
          <Slot {...{ days, group, slot, isMoving, actions }} />
        </li>
      ))}
    </ul>
  )
}

interface SlotProps extends DaysProps {
  group: BookableGroup
  slot: BookableSlot
}

function Slot({ days, group, slot, isMoving, actions }: SlotProps) {
  const hours = hoursOf(slot.starts_at, slot.ends_at, days.time_zone)
  const { state, booked_by } = slot
  const isOpen = state === 'free' && dayThere(slot.starts_at, days.time_zone) <= days.last_day
  if (isOpen) {
    const verb = isMoving ? t('bookings.moveHere') : t('bookings.book')
    return (
      <Button
        fullWidth
        variant="light"
        className={styles.slot}
        aria-label={t('units.labeled', {
          name: verb,
          value: `${group.name}, ${slotOf(slot, days.time_zone)}`,
        })}
        onClick={() => actions.choose(group, slot)}
      >
        {hours}
      </Button>
    )
  }
  const isCancelable = days.is_yours && booked_by !== null && state !== 'yours'
  return (
    <div className={styles.slot}>
      <Text size="sm">{hours}</Text>
      {state === 'yours' ? (
        <Badge variant="filled">{t('bookings.yours')}</Badge>
      ) : (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {booked_by ?? wordOf(slot)}
        </Text>
      )}
      {isCancelable && (
        <UnstyledButton
          className={styles.cancel}
          aria-label={t('units.labeled', {
            name: t('bookings.cancel'),
            value: `${booked_by}, ${slotOf(slot, days.time_zone)}`,
          })}
          onClick={() => actions.cancelForOther(slot)}
        >
          {t('bookings.cancel')}
        </UnstyledButton>
      )}
    </div>
  )
}

function wordOf({ state }: Pick<BookableSlot, 'state'>): string {
  if (state === 'taken') return t('bookings.taken')
  return state === 'past' ? t('bookings.past') : t('bookings.notYet')
}
