import type { Booking } from '@coinless/contract/bookings.ts'
import { Anchor, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { paths } from '../navigation/paths.ts'
import { Link } from '../router/Link.tsx'
import { t } from '../texts/texts.ts'
import { viewersTimeZone, zoneName } from '../ui/time-zone.ts'
import { AddToCalendar } from './AddToCalendar.tsx'
import { CalendarFeed } from './CalendarFeed.tsx'
import { slotOf } from './slot-times.ts'

interface OwnBookingsProps {
  bookings: readonly Booking[]
  /** Whether each names its room, and links to it. */
  hasRooms?: boolean
  /** Actions for a booking. */
  actions?: (booking: Booking) => ReactNode
}

/** The user's open bookings, the next one first. */
export default function OwnBookings({ bookings, hasRooms = false, actions }: OwnBookingsProps) {
  return (
    <Card
      withBorder
      component="section"
      aria-label={t('bookings.own')}
      // Takes the focus of a pressed button that goes.
      tabIndex={-1}
      style={{ outline: 'none' }}
    >
      <Title order={2} size="h5">
        {t('bookings.own')}
      </Title>
      <Stack component="ul" gap="md" p={0} m={0} mt="sm" style={{ listStyle: 'none' }}>
        {bookings.map((booking) => (
          <Stack component="li" key={booking.id} gap={4} align="start">
            <Text fw={600}>{slotOf(booking, booking.time_zone)}</Text>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {t('units.labeled', {
                name: booking.group,
                value: booking.machines.map(({ device_number }) => device_number).join(', '),
              })}
            </Text>
            {hasRooms && booking.time_zone !== viewersTimeZone && (
              <Text size="sm" c="dimmed">
                {t('bookings.zone', { zone: zoneName(booking.time_zone) })}
              </Text>
            )}
            {hasRooms && (
              <Anchor
                component={Link}
                to={paths.roomBookings(booking.room)}
                size="sm"
                style={{ overflowWrap: 'anywhere' }}
              >
                {booking.location}
              </Anchor>
            )}
            <Group gap="xs">
              {actions?.(booking)}
              <AddToCalendar booking={booking} />
            </Group>
          </Stack>
        ))}
      </Stack>
      <CalendarFeed />
    </Card>
  )
}
