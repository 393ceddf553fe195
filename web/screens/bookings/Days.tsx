import type { BookableDays, BookableGroup, BookableSlot } from '@coinless/contract/bookings.ts'
import { Button, Card, Text, Title, UnstyledButton } from '@mantine/core'
import { useRef, useState } from 'react'
import { daysLater, dayThere, hoursOf, slotOf } from '../../shared/bookings/slot-times.ts'
import { useFocusLeft } from '../../shared/forms/BusyButton.tsx'
import { t } from '../../shared/texts/texts.ts'
import { longDay, weekdayOf } from '../../shared/ui/day-names.ts'
import styles from './Days.module.css'
import type { SlotActions } from './use-slot-actions.tsx'

interface DaysProps {
  days: BookableDays
  /** Whether the user can book here. */
  mayBook: boolean
  isMoving: boolean
  actions: SlotActions
}

/** Slots by group and day. A phone shows one day at a time; a wide screen and paper show all. */
export function Days({ days, ...props }: DaysProps) {
  const { from, until, time_zone, groups } = days
  const [chosen, setChosen] = useState<string>()
  const all = Array.from({ length: 7 }, (_, index) => daysLater(from, index)).filter(
    (day) => day <= until,
  )
  const withFree = all.find((day) =>
    groups.some(({ slots }) =>
      slots.some((slot) => slot.state === 'free' && dayThere(slot.starts_at, time_zone) === day),
    ),
  )
  const shown = chosen !== undefined && all.includes(chosen) ? chosen : (withFree ?? from)
  // Stays when its last free slot is taken.
  if (shown !== chosen) setChosen(shown)
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
        <Card
          withBorder
          key={group.id}
          component="section"
          aria-label={group.name}
          // Takes the focus of a slot that was booked.
          tabIndex={-1}
          style={{ outline: 'none' }}
        >
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
                <Slots {...{ day, days, group, ...props }} />
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

function Slots({ day, ...props }: SlotsProps) {
  const { days, group } = props
  const slots = group.slots.filter(({ starts_at }) => dayThere(starts_at, days.time_zone) === day)
  if (slots.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('bookings.none')}
      </Text>
    )
  }
  const isOver = ({ state, booked_by }: BookableSlot) => state === 'past' && booked_by === null
  const hides = !slots.every(isOver)
  return (
    <ul className={styles.slots}>
      {slots.map((slot) => (
        <li key={slot.starts_at} className={hides && isOver(slot) ? styles.over : undefined}>
          <Slot slot={slot} {...props} />
        </li>
      ))}
    </ul>
  )
}

interface SlotProps extends DaysProps {
  group: BookableGroup
  slot: BookableSlot
}

function Slot(props: SlotProps) {
  const { days, slot, mayBook, actions } = props
  const hours = hoursOf(slot.starts_at, slot.ends_at, days.time_zone)
  const { state, booked_by } = slot
  const isOpen = state === 'free' && dayThere(slot.starts_at, days.time_zone) <= days.last_day
  if (isOpen && mayBook) return <FreeSlot {...props} hours={hours} />
  const isCancelable = days.is_yours && booked_by !== null && state !== 'yours'
  return (
    <div className={styles.slot} data-is-yours={state === 'yours'}>
      <span>{hours}</span>
      <span className={styles.word}>
        {(state !== 'yours' && booked_by) || wordOf(slot, isOpen)}
      </span>
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

function FreeSlot({ days, group, slot, isMoving, actions, hours }: SlotProps & { hours: string }) {
  const button = useRef<HTMLButtonElement>(null)
  useFocusLeft(button)
  const verb = isMoving ? t('bookings.moveHere') : t('bookings.book')
  return (
    <Button
      ref={button}
      fullWidth
      variant="light"
      justify="start"
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

const words = {
  yours: 'bookings.yours',
  taken: 'bookings.taken',
  past: 'bookings.past',
} as const

function wordOf({ state }: Pick<BookableSlot, 'state'>, isOpen: boolean): string {
  if (state === 'free') return isOpen ? t('live.free') : t('bookings.notYet')
  return t(words[state])
}
