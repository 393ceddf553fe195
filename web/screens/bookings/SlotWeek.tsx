import { overlapsOf, type Slot } from '@coinless/contract/booking-plans.ts'
import { limits } from '@coinless/contract/limits.ts'
import { Box, Button, Group, Text, Title } from '@mantine/core'
import { CalendarRange, Copy, Plus } from 'lucide-react'
import { useId } from 'react'
import { currentFieldTexts, t } from '../../shared/texts/texts.ts'
import { IconButton } from '../../shared/ui/icon-actions.tsx'
import { weekdayName, weekdays } from '../../shared/ui/weekdays.ts'
import classes from './BookingPlan.module.css'
import { slotTimes } from './plan-input.ts'
import type { SlotEdit } from './week-edits.ts'
import { nextSlot } from './week-slots.ts'

interface SlotWeekProps {
  /** Name of the group. */
  title: string
  slots: readonly Slot[]
  edit: (edit: SlotEdit) => void
  pathOf: (slot: number) => string
}

/** Slots of each weekday, in columns if there is room. */
export function SlotWeek(props: SlotWeekProps) {
  const { title, edit } = props
  return (
    <div>
      <Group justify="space-between" mb="xs">
        <Title order={3} size="h5">
          {t('bookingPlan.week')}
        </Title>
        <Button
          size="xs"
          variant="default"
          leftSection={<CalendarRange size={16} aria-hidden />}
          aria-label={t('bookingPlan.fillOf', { group: title })}
          onClick={() => edit({ kind: 'fill' })}
        >
          {t('bookingPlan.fill')}
        </Button>
      </Group>
      <div className={classes.week}>
        {weekdays.map((name, index) => (
          <Weekday key={name} {...props} weekday={index + 1} />
        ))}
      </div>
    </div>
  )
}

function Weekday({ slots, edit, pathOf, weekday }: SlotWeekProps & { weekday: number }) {
  const day = weekdayName(weekday)
  const overlaps = overlapsOf(slots)
  const own = [...slots.entries()].filter(([, slot]) => slot.weekday === weekday)
  return (
    <Box role="group" aria-label={day}>
      <div className={classes.dayName}>
        <Text size="sm" fw={600}>
          {day}
        </Text>
        <div className={classes.dayActions}>
          {slots.length < limits.weekSlots && (
            <IconButton
              label={t('bookingPlan.addSlot', { day })}
              Icon={Plus}
              onClick={() => edit({ kind: 'slot', slot: nextSlot(slots, weekday) })}
            />
          )}
          {own.length > 0 && (
            <IconButton
              label={t('bookingPlan.copy', { day })}
              Icon={Copy}
              onClick={() => edit({ kind: 'copy', weekday })}
            />
          )}
        </div>
      </div>
      <ul className={classes.slots}>
        {own.map(([index, slot], at) => (
          <SlotButton
            // biome-ignore lint/suspicious/noArrayIndexKey: the focus stays in place when a slot before it goes
            key={at}
            slot={slot}
            isWrong={overlaps.includes(index)}
            path={pathOf(index)}
            open={(opener) => edit({ kind: 'slot', slot, index, opener })}
          />
        ))}
      </ul>
      {own.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('bookingPlan.noSlots')}
        </Text>
      )}
    </Box>
  )
}

interface SlotButtonProps {
  slot: Slot
  isWrong: boolean
  path: string
  open: (opener: HTMLElement) => void
}

function SlotButton({ slot, isWrong, path, open }: SlotButtonProps) {
  const problem = useId()
  return (
    <li>
      <Button
        fullWidth
        variant="light"
        {...(isWrong && { color: 'red', 'aria-describedby': problem })}
        classNames={{ root: classes.slot, label: classes.slotTimes }}
        data-path={path}
        aria-label={t('units.labeled', { name: weekdayName(slot.weekday), value: slotTimes(slot) })}
        onClick={({ currentTarget }) => open(currentTarget)}
      >
        {slotTimes(slot)}
      </Button>
      {isWrong && (
        <Text id={problem} size="xs" c="var(--mantine-color-error)">
          {`${currentFieldTexts().problems.times_overlap}.`}
        </Text>
      )}
    </li>
  )
}
