import type { Device } from '@coinless/contract/devices.ts'
import { Card, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ShownState } from '../../shared/live/live-queries.ts'
import { LazyOthers } from '../../shared/rooms/LazyOthers.tsx'
import { RoomWait } from '../../shared/rooms/RoomWait.tsx'
import { sentenceOfState } from '../../shared/rooms/sentence-of-state.ts'
import { t } from '../../shared/texts/texts.ts'
import { scannedQuery } from './machine-queries.ts'

interface BusyMachineProps {
  device: Device
  now: ShownState
}

/** In place of the payment while a machine takes none: a notification, and the machines that are available. */
export default function BusyMachine({ device, now }: BusyMachineProps) {
  const { data } = useQuery(scannedQuery(device.sticker_number, now.state))
  return (
    <>
      <Card withBorder padding={0} py="sm" component="section" aria-label={device.label}>
        <Title order={2} size="h3" px="md">
          {sentenceOfState(now)}
        </Title>
        <Text size="sm" px="md">
          {t('payments.busyHint')}
        </Text>
        <RoomWait room={device.sticker_number} type={device.device_type} isFree={false} />
      </Card>
      {data && <LazyOthers machines={data.others} />}
    </>
  )
}
