import type { Device } from '@coinless/contract/devices.ts'
import { Card, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ShownState } from '../../shared/live/live-queries.ts'
import { SectionQueue } from '../../shared/queues/lazy-parts.ts'
import { useRoomQueues } from '../../shared/queues/room-queues.ts'
import { LazyOthers } from '../../shared/rooms/LazyOthers.tsx'
import { RoomWait } from '../../shared/rooms/RoomWait.tsx'
import { sentenceOfState } from '../../shared/rooms/sentence-of-state.ts'
import { useOpening } from '../../shared/rooms/use-opening.ts'
import { t } from '../../shared/texts/texts.ts'
import { focusMain, isFocusLost } from '../../shared/ui/focus-main.ts'
import { scannedQuery } from './machine-queries.ts'

interface BusyMachineProps {
  device: Device
  now: ShownState
}

/** In place of the payment while a machine takes none: a notification, and the machines that are available. */
export default function BusyMachine({ device, now }: BusyMachineProps) {
  // Its sticker can be the number of a room that it has left.
  const { id: room, sticker_number, device_type } = device
  const { data } = useQuery(scannedQuery(sticker_number, `${now.state} ${now.held_until}`))
  const { data: queues, isPending, failureCount } = useRoomQueues({ id: undefined, number: room })
  const queue = queues?.data.find((each) => each.device_type === device_type)
  const opening = useOpening(room)
  const isKnown = !isPending || failureCount > 0
  useEffect(() => {
    if (isFocusLost()) focusMain()
  }, [])
  return (
    <>
      <Card withBorder padding={0} py="sm" component="section" aria-label={device.label}>
        <Title order={2} size="h3" px="md">
          {sentenceOfState(now)}
        </Title>
        <Text size="sm" px="md">
          {t('payments.busyHint')}
        </Text>
        {queue?.has_queue && <SectionQueue {...{ room, queue, opening }} isFree={false} />}
        {isKnown && !queue?.has_queue && <RoomWait room={room} type={device_type} isFree={false} />}
      </Card>
      {data && <LazyOthers machines={data.others} />}
    </>
  )
}
