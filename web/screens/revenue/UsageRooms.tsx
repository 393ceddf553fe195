import { limits } from '@coinless/contract/limits.ts'
import type { UsageRoom } from '@coinless/contract/usage.ts'
import { Anchor, Card, Text, Title } from '@mantine/core'
import { paths } from '../../shared/navigation/paths.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { label, number } from '../../shared/ui/formats.ts'
import { shortMinutes } from '../../shared/ui/short-minutes.ts'
import tables from '../../shared/ui/table.module.css'
import { noData } from './comparison.ts'
import classes from './Revenue.module.css'

type Figure = Exclude<keyof UsageRoom, 'room' | 'location' | 'device_type'>

/** Waiting times come first: they are what a phone shows without scrolling. */
const figures: readonly Figure[] = [
  ...(['median_wait_minutes', 'p90_wait_minutes', 'joined', 'served', 'missed', 'left'] as const),
  ...(['holds', 'holds_used', 'holds_unused', 'bookings', 'bookings_unused'] as const),
]

/** Waiting times and holds by room and type of machine. */
export function UsageRooms({ rooms }: { rooms: readonly UsageRoom[] }) {
  return (
    <Card withBorder component="section" aria-label={t('usage.rooms')}>
      <Title order={2} size="h5">
        {t('usage.rooms')}
      </Title>
      <Text size="sm" c="dimmed">
        {t(rooms.length > 0 ? 'usage.roomsHint' : 'usage.noRooms', { days: limits.queueKeptDays })}
      </Text>
      {rooms.length > 0 && <RoomsTable rooms={rooms} />}
    </Card>
  )
}

function RoomsTable({ rooms }: { rooms: readonly UsageRoom[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: makes it scrollable by keyboard
    <section aria-label={t('usage.roomsTable')} className={tables.frame} tabIndex={0}>
      <table className={`${tables.table} ${classes.table}`}>
        <thead>
          <tr>
            <th scope="col">{t('revenue.by_location')}</th>
            {figures.map((figure) => (
              <th key={figure} scope="col" className={tables.number}>
                {t(`usage.figure_${figure}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rooms.map((row) => (
            <tr key={`${row.room} ${row.device_type}`}>
              <th scope="row">
                <Anchor component={Link} size="sm" to={paths.room(row.room)}>
                  {row.location}
                </Anchor>
                <div className={classes.where}>{label(row.device_type)}</div>
              </th>
              {figures.map((figure) => (
                <td key={figure} className={tables.number} translate="no">
                  {shown(figure, row[figure])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function shown(figure: Figure, value: number | null): string {
  if (value === null) return noData
  return figure.endsWith('_minutes') ? shortMinutes(Math.round(value)) : number(value)
}
