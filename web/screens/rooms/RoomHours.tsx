import type { OpenDay } from '@coinless/contract/opening-hours.ts'
import type { Room } from '@coinless/contract/rooms.ts'
import { Text } from '@mantine/core'
import { openingInWords } from '../../shared/rooms/opening-words.ts'
import { useOpeningReload } from '../../shared/rooms/use-opening.ts'
import { t } from '../../shared/texts/texts.ts'
import { weekdayOf } from '../../shared/ui/day-names.ts'
import { timeOfDay } from '../../shared/ui/formats.ts'
import { viewersTimeZone, zoneName } from '../../shared/ui/time-zone.ts'

/** Whether the room is open, and its hours. */
export function RoomHours({ opening }: { opening: NonNullable<Room['opening']> }) {
  const { time_zone, changes_at } = opening
  useOpeningReload(changes_at)
  return (
    <details>
      <Text
        component="summary"
        fw={600}
        c={opening.is_open ? undefined : 'var(--mantine-color-error)'}
      >
        {openingInWords(opening)}
      </Text>
      {weekOf(opening.days).map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
      {time_zone !== viewersTimeZone && (
        <Text size="sm" c="dimmed">
          {zoneName(time_zone)}
        </Text>
      )}
    </details>
  )
}

/** One line for all days with the same hours. */
function weekOf(days: readonly OpenDay[]): string[] {
  const alike = Map.groupBy(
    days,
    ({ opens_at, closes_at }) => `${timeOfDay(opens_at)} – ${timeOfDay(closes_at)}`,
  )
  return [...alike].map(([value, same]) =>
    t('units.labeled', { name: same.map(shortName).join(', '), value }),
  )
}

/** 'Mon' */
function shortName({ weekday }: OpenDay): string {
  // January 1, 2024 is a Monday.
  return weekdayOf(new Date(Date.UTC(2024, 0, weekday)).toISOString())
}
