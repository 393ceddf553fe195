import type { Opening } from '@coinless/contract/opening-hours.ts'
import { Box, Text } from '@mantine/core'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { BusyButton } from '../forms/BusyButton.tsx'
import { ChooseNotifications } from '../rooms/ChooseNotifications.tsx'
import { openingInWords } from '../rooms/opening-words.ts'
import { t } from '../texts/texts.ts'
import { timeOrDate } from '../ui/formats.ts'
import { HeldForYou } from './HeldForYou.tsx'
import type { ShownHeld } from './held.ts'
import { OwnHold } from './OwnHold.tsx'
import { QueueBox } from './QueueBox.tsx'
import { type ShownQueue, useQueueChange } from './room-queues.ts'
import { sentenceOfEntry } from './sentences.ts'

interface SectionQueueProps {
  /** Number of the room. */
  room: string
  queue: ShownQueue
  /** Whether a machine of this type is available, so that there is no need to join. */
  isFree: boolean
  /** Of the room: while it is closed, no one can join. undefined: always open. */
  opening: Opening | undefined
  /** The user's hold of a machine of this type. */
  hold?: ShownHeld | null
  /** When the user can hold a machine again. */
  pauseEnd?: string | null
}

/** The queue for a type of machine in a room, and the user's hold there. */
export default function SectionQueue(props: SectionQueueProps) {
  const { room, queue, isFree, opening, hold, pauseEnd } = props
  return (
    <>
      {hold && <OwnHold room={room} held={hold} />}
      {queue.has_queue && <Queue {...{ room, queue, isFree, opening }} isSecond={Boolean(hold)} />}
      {pauseEnd && queue.can_be_held && (
        <Text size="sm" c="dimmed" px="md" pt="xs">
          {t('queues.noHoldUntil', { time: timeOrDate(pauseEnd) })}
        </Text>
      )}
    </>
  )
}

interface QueueProps extends Pick<SectionQueueProps, 'room' | 'queue' | 'isFree' | 'opening'> {
  /** Whether another button of the card is the main one. */
  isSecond: boolean
}

/** Lets a user join the queue for a type of machine, and shows their place and their turn. */
function Queue({ room, queue, isFree, opening, isSecond }: QueueProps) {
  const { device_type, waiting, entry } = queue
  const join = useQueueChange(
    room,
    () => call(calls.queues.join, { params: { number: room }, body: { device_type } }),
    t('queues.failed'),
  )
  const leave = useQueueChange(
    room,
    () => call(calls.queues.leave, { params: { number: room, device_type } }),
    t('queues.failed'),
  )
  if (!entry && isFree && waiting === 0) return null
  const leaveButton = (
    <BusyButton variant="default" isBusy={leave.isPending} onClick={() => leave.mutate()}>
      {t('queues.leave')}
    </BusyButton>
  )
  return (
    <QueueBox label={t('queues.title')} isProminent={Boolean(entry?.turn)}>
      {waiting > (entry ? 1 : 0) && !entry?.turn && (
        <Text size="sm" c="dimmed">
          {t('queues.waiting', { count: waiting })}
        </Text>
      )}
      <Box role="status" fw={600}>
        {entry && sentenceOfEntry(entry)}
      </Box>
      {entry?.turn ? (
        <HeldForYou held={entry.turn}>{leaveButton}</HeldForYou>
      ) : entry ? (
        <>
          {entry.available_at && (
            <Text size="sm">{t('queues.about', { time: timeOrDate(entry.available_at) })}</Text>
          )}
          {leaveButton}
          <ChooseNotifications />
        </>
      ) : opening?.is_open === false ? (
        <Text size="sm">{openingInWords(opening)}</Text>
      ) : (
        <BusyButton
          variant={isSecond ? 'default' : 'filled'}
          isBusy={join.isPending}
          onClick={() => join.mutate()}
        >
          {t('queues.join')}
        </BusyButton>
      )}
    </QueueBox>
  )
}
