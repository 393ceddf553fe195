import { Box, Switch, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../shared/texts/texts.ts'
import { weekdayName } from '../../shared/ui/weekdays.ts'
import classes from './DayFields.module.css'
import { type DayHours, firstHours } from './hours-input.ts'

const fields = ['opens_at', 'closes_at'] as const

interface DayFieldsProps {
  weekday: number
  /** null: closed. */
  hours: DayHours | null
  /** Whether no other day is open. Without any, the room would always be. */
  isLast: boolean
  change: (hours: DayHours | null) => void
  errorOf: (field: (typeof fields)[number]) => ReactNode
}

/** Opening hours of a day of the week. */
export function DayFields({ weekday, hours, isLast, change, errorOf }: DayFieldsProps) {
  const day = weekdayName(weekday)
  return (
    <Box className={classes.day} role="group" aria-label={day}>
      <Switch
        label={day}
        aria-label={t('openingHours.openOn', { day })}
        checked={hours !== null}
        disabled={hours !== null && isLast}
        onChange={() => change(hours ? null : firstHours)}
        className={classes.switch}
      />
      {hours &&
        fields.map((field) => (
          <TextInput
            key={field}
            type="time"
            label={t(`field.${field}`)}
            required
            value={hours[field]}
            onChange={({ currentTarget }) => change({ ...hours, [field]: currentTarget.value })}
            error={errorOf(field)}
          />
        ))}
    </Box>
  )
}
