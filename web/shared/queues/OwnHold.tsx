import { Box } from '@mantine/core'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { BusyButton } from '../forms/BusyButton.tsx'
import { t } from '../texts/texts.ts'
import { HeldForYou } from './HeldForYou.tsx'
import type { ShownHeld } from './held.ts'
import { QueueBox } from './QueueBox.tsx'
import { useQueueChange } from './room-queues.ts'
import { sentenceOfHeld } from './sentences.ts'

interface OwnHoldProps {
  /** Number of the room. */
  room: string
  held: ShownHeld
}

/** The machine that the user holds on request. */
export function OwnHold({ room, held }: OwnHoldProps) {
  const end = useQueueChange(
    room,
    () => call(calls.queues.release, { params: { id: held.device_id } }),
    t('queues.holdFailed'),
  )
  return (
    <QueueBox label={t('queues.yourHold')} isProminent>
      <Box role="status" fw={600}>
        {sentenceOfHeld(held)}
      </Box>
      <HeldForYou held={held}>
        <BusyButton variant="default" isBusy={end.isPending} onClick={() => end.mutate()}>
          {t('queues.endHold')}
        </BusyButton>
      </HeldForYou>
    </QueueBox>
  )
}
