import type { BookableDays, Booking } from '@coinless/contract/bookings.ts'
import { ActionIcon, Alert, Button, Group, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { useState } from 'react'
import { useParams, useSearchParams } from 'wouter'
import { useUser } from '../../shared/account/auth-context.tsx'
import { isStaff } from '../../shared/account/rights.ts'
import { bookableDaysQuery, ownBookingsQuery } from '../../shared/bookings/booking-queries.ts'
import OwnBookings from '../../shared/bookings/OwnBookings.tsx'
import { daysLater, slotOf } from '../../shared/bookings/slot-times.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useReturnOnFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { longDay } from '../../shared/ui/day-names.ts'
import { Loading } from '../../shared/ui/Loading.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { viewersTimeZone, zoneName } from '../../shared/ui/time-zone.ts'
import { Days } from './Days.tsx'
import { OwnActions } from './OwnActions.tsx'
import { useSlotActions } from './use-slot-actions.tsx'

/** The week of a room: its slots, and the user's bookings. */
export default function RoomBookings() {
  const { number = '' } = useParams()
  const [address, setAddress] = useSearchParams()
  const from = address.get('from') ?? undefined
  const { data, error, isPlaceholderData } = useQuery({
    ...bookableDaysQuery(number, from),
    placeholderData: keepPreviousData,
  })
  const isOwner = !isStaff(useUser())
  const { data: all = [] } = useQuery({ ...ownBookingsQuery, enabled: isOwner })
  useReturnOnFailure(error, t('bookings.loadFailed'), paths.room(number), data)
  const [moved, setMoved] = useState<Booking>()
  const actions = useSlotActions(data, { moved, moveEnded: () => setMoved(undefined) })
  if (!data) return <Loading rows={6} />
  const own = all.filter(({ room }) => room === data.room)
  const showFrom = (day: string) => setAddress({ from: day }, { replace: true })
  return (
    <Page
      back={<BackLink to={paths.room(number)}>{t('rooms.back')}</BackLink>}
      title={t('bookings.title')}
      actions={
        data.is_yours && (
          <Button
            variant="default"
            leftSection={<Printer size={16} aria-hidden />}
            onClick={() => window.print()}
          >
            {t('bookings.print')}
          </Button>
        )
      }
    >
      <Text c="dimmed">{data.location}</Text>
      {moved ? (
        <Alert color="blue" title={t('bookings.chooseNew')}>
          <Text size="sm" mb="xs">
            {t('units.labeled', { name: moved.group, value: slotOf(moved, moved.time_zone) })}
          </Text>
          <Button size="xs" variant="default" onClick={() => setMoved(undefined)}>
            {t('bookings.keep')}
          </Button>
        </Alert>
      ) : (
        own.length > 0 && (
          <OwnBookings
            bookings={own}
            actions={(booking) => (
              <OwnActions booking={booking} move={() => setMoved(booking)} actions={actions} />
            )}
          />
        )
      )}
      <Notes days={data} />
      {actions.taken}
      <Week days={data} show={showFrom} isBusy={isPlaceholderData} />
      <Days days={data} isMoving={moved !== undefined} actions={actions} />
    </Page>
  )
}

function Notes({ days }: { days: BookableDays }) {
  const { time_zone, release_minutes, closed } = days
  return (
    <>
      <Text size="sm">{t('bookings.hint', { minutes: release_minutes })}</Text>
      {time_zone !== viewersTimeZone && (
        <Text size="sm" c="dimmed">
          {t('bookings.zone', { zone: zoneName(time_zone) })}
        </Text>
      )}
      {closed.map(({ from, until, reason }) => (
        <Text key={`${from} ${until}`} size="sm" fw={600}>
          {t('bookings.closed', { from: longDay(from), until: longDay(until) })} {reason}
        </Text>
      ))}
    </>
  )
}

interface WeekProps {
  days: BookableDays
  show: (day: string) => void
  isBusy: boolean
}

/** From today on, a week at a time. */
function Week({ days: { from, until, today, last_day }, show, isBusy }: WeekProps) {
  const earlier = daysLater(from, -7)
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <ActionIcon
        variant="default"
        size={44}
        aria-label={t('bookings.earlier')}
        disabled={from <= today || isBusy}
        onClick={() => show(earlier < today ? today : earlier)}
      >
        <ChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <Text fw={600} role="status" ta="center">
        {t('bookings.range', { from: longDay(from), until: longDay(until) })}
      </Text>
      <ActionIcon
        variant="default"
        size={44}
        aria-label={t('bookings.later')}
        disabled={until >= last_day || isBusy}
        onClick={() => show(daysLater(from, 7))}
      >
        <ChevronRight size={18} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
