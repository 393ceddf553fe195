import type { Device } from '@coinless/contract/devices.ts'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { BusyButton } from '../forms/BusyButton.tsx'
import { t } from '../texts/texts.ts'
import { number } from '../ui/formats.ts'
import { useQueueChange } from './room-queues.ts'

interface HoldButtonProps {
  /** Number of the room. */
  room: string
  device: Device
  minutes: number
}

export default function HoldButton({ room, device, minutes }: HoldButtonProps) {
  const hold = useQueueChange(
    room,
    () => call(calls.queues.hold, { params: { id: device.id } }),
    t('queues.holdFailed'),
  )
  const name = t('queues.hold', { minutes: number(minutes) })
  return (
    <BusyButton
      size="xs"
      variant="default"
      isBusy={hold.isPending}
      onClick={() => hold.mutate()}
      aria-label={t('units.labeled', { name, value: device.device_number })}
    >
      {name}
    </BusyButton>
  )
}
