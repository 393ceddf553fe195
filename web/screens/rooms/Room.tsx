import type { Device } from '@coinless/contract/devices.ts'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CalendarDays } from 'lucide-react'
import { Suspense } from 'react'
import { useParams } from 'wouter'
import { useUser } from '../../shared/account/auth-context.tsx'
import { isStaff, isTenant } from '../../shared/account/rights.ts'
import { useDeviceStates } from '../../shared/live/live-queries.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useRoomQueues } from '../../shared/queues/room-queues.ts'
import { useRecentDevices } from '../../shared/rooms/recent-rooms.ts'
import { roomQuery } from '../../shared/rooms/room-queries.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { number } from '../../shared/ui/formats.ts'
import { Loading } from '../../shared/ui/Loading.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { RoomActions } from './RoomActions.tsx'
import { RoomFailure } from './RoomFailure.tsx'
import { RoomHours } from './RoomHours.tsx'
import { RoomMachines } from './RoomMachines.tsx'

/** All machines of one place, and which of them are available. */
export default function Room() {
  const user = useUser()
  const { number: given = '' } = useParams()
  const { data: room, error, refetch } = useQuery(roomQuery(given))
  const states = useDeviceStates(room?.devices.map(({ id }) => id) ?? [])
  const recent = useRecentDevices()
  // Events of staff are about the account that they work for.
  const id = isStaff(user) ? undefined : room?.id
  const queues = useRoomQueues({ id, number: given })
  const isQueueLate = queues.isPending && queues.failureCount === 0
  const back = isTenant(user) ? (
    <BackLink to={paths.payments}>{t('payments.back')}</BackLink>
  ) : (
    <BackLink to={paths.devices}>{t('devices.back')}</BackLink>
  )
  // Waits for all, because a later order would move machines under a finger.
  if (!room || !recent || isQueueLate) {
    return (
      <Page back={back} title={t('rooms.title')} narrow>
        {error ? <RoomFailure error={error} retry={() => void refetch()} /> : <Loading rows={4} />}
      </Page>
    )
  }
  const { location, run_by, total, devices, has_bookings, opening } = room
  return (
    <Page back={back} title={location} actions={<RoomActions room={room} />} narrow>
      <Text c="dimmed">{t('rooms.runBy', { name: run_by })}</Text>
      {opening && <RoomHours opening={opening} />}
      {has_bookings && (
        <Button
          component={Link}
          to={paths.roomBookings(given)}
          leftSection={<CalendarDays size={16} aria-hidden />}
        >
          {t('rooms.book')}
        </Button>
      )}
      {total > devices.length && (
        <Text size="sm" c="dimmed">
          {t('rooms.first', { shown: number(devices.length), total: number(total) })}
        </Text>
      )}
      <Suspense fallback={<Loading rows={4} />}>
        {byType(devices, recent).map(([type, machines]) => (
          <RoomMachines
            key={type}
            type={type}
            machines={machines}
            states={states}
            recent={recent}
            room={given}
            queues={queues.data}
            opening={opening ?? undefined}
          />
        ))}
      </Suspense>
    </Page>
  )
}

const inOrder = new Intl.Collator(undefined, { numeric: true })

/** Types of machines, and the machines of each: those last paid at come first. */
function byType(devices: readonly Device[], recent: readonly string[]) {
  const rank = ({ id }: Device) => (recent.includes(id) ? recent.indexOf(id) : recent.length)
  const sorted = [...devices].sort(
    (one, other) =>
      rank(one) - rank(other) || inOrder.compare(one.device_number, other.device_number),
  )
  return [...Map.groupBy(sorted, ({ device_type }) => device_type)]
}
