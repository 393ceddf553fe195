import type { BookableDays } from '@coinless/contract/bookings.ts'
import { ActionIcon, Alert, Button, Group, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { useState } from 'react'
import { useParams, useSearchParams } from 'wouter'
import { useUser } from '../../shared/account/auth-context.tsx'
import { isStaff } from '../../shared/account/rights.ts'
import { bookableDaysQuery, ownBookingsQuery } from '../../shared/bookings/booking-queries.ts'
import { CalendarFeed } from '../../shared/bookings/CalendarFeed.tsx'
import type { LostSlot } from '../../shared/bookings/nearest-free.ts'
import OwnBookings from '../../shared/bookings/OwnBookings.tsx'
import { daysLater, slotOf } from '../../shared/bookings/slot-times.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useReturnOnFailure } from '../../shared/queries/failures.ts'
import { Link } from '../../shared/router/Link.tsx'
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
  const [address] = useSearchParams()
  const closed = closedSlot(address)
  // Another room, or the link of another booking, starts over.
  return <Bookings key={JSON.stringify([number, closed])} number={number} closed={closed} />
}

interface BookingsProps {
  /** Of the room. */
  number: string
  closed: LostSlot | undefined
}

function Bookings({ number, closed }: BookingsProps) {
  const [address, setAddress] = useSearchParams()
  const from = dayAhead(address.get('from'))
  const { data, error, isPlaceholderData } = useQuery({
    ...bookableDaysQuery(number, from),
    placeholderData: keepPreviousData,
  })
  const user = useUser()
  const isOwner = !isStaff(user)
  const { data: all = [] } = useQuery({ ...ownBookingsQuery, enabled: isOwner })
  useReturnOnFailure(error, t('bookings.loadFailed'), paths.room(number), data)
  const [moving, setMoving] = useState<string>()
  const moved = all.find(({ id }) => id === moving)
  const actions = useSlotActions(data, { moved, moveEnded: () => setMoving(undefined), closed })
  if (!data) return <Loading rows={6} />
  const isRefused = Boolean(user.is_guest) && !data.guests_allowed
  const mayBook = isOwner && !isRefused
  const own = all.filter(({ room }) => room === data.room)
  const showFrom = (day: string) =>
    setAddress((now) => ({ ...Object.fromEntries(now), from: day }), { replace: true })
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
          <Button size="xs" variant="default" onClick={() => setMoving(undefined)}>
            {t('bookings.keep')}
          </Button>
        </Alert>
      ) : (
        own.length > 0 && (
          <OwnBookings
            bookings={own}
            actions={(booking) => (
              <OwnActions booking={booking} move={() => setMoving(booking.id)} actions={actions} />
            )}
          />
        )
      )}
      {isRefused && <AccountNeeded />}
      {mayBook && actions.instead}
      <Notes days={data} />
      <Week days={data} show={showFrom} isBusy={isPlaceholderData} />
      <Days days={data} mayBook={mayBook} isMoving={moved !== undefined} actions={actions} />
      {/* Own bookings have it, too. */}
      {mayBook && own.length === 0 && <CalendarFeed />}
    </Page>
  )
}

/** Days before today are over in every time zone; anything else in the address is no day. */
function dayAhead(day: string | null): string | undefined {
  const isDay = day !== null && /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day))
  return isDay && day >= daysLater(new Date().toISOString(), -1) ? day : undefined
}

/** From the link of a notification. */
function closedSlot(address: URLSearchParams): LostSlot | undefined {
  const [group_id, starts_at, ends_at] = ['group_id', 'starts_at', 'ends_at'].map((name) =>
    address.get(name),
  )
  return group_id && starts_at && ends_at ? { group_id, starts_at, ends_at } : undefined
}

function AccountNeeded() {
  return (
    <Alert color="yellow" title={t('bookings.accountNeeded')}>
      <Button component={Link} to={paths.profile} variant="default">
        {t('guest.create')}
      </Button>
    </Alert>
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
          {t('bookings.closed', { days: daysInWords(from, until) })} {reason}
        </Text>
      ))}
    </>
  )
}

function daysInWords(from: string, until: string): string {
  const first = longDay(from)
  return from === until ? first : t('bookings.range', { from: first, until: longDay(until) })
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
        {daysInWords(from, until)}
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
