import type { Device } from '@coinless/contract/devices.ts'
import type { Opening } from '@coinless/contract/opening-hours.ts'
import { Card, Title } from '@mantine/core'
import { useDeferredValue } from 'react'
import { Activity } from '../../shared/live/Activity.tsx'
import { isHeldForAnother } from '../../shared/live/held-for-another.ts'
import type { ShownState } from '../../shared/live/live-queries.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { HoldButton, SectionQueue } from '../../shared/queues/lazy-parts.ts'
import type { ShownQueues } from '../../shared/queues/room-queues.ts'
import { MachineLinks } from '../../shared/rooms/MachineLinks.tsx'
import { RoomWait } from '../../shared/rooms/RoomWait.tsx'
import { t } from '../../shared/texts/texts.ts'
import { label, number } from '../../shared/ui/formats.ts'

interface RoomMachinesProps {
  type: Device['device_type']
  machines: readonly Device[]
  states: Partial<Record<string, ShownState>>
  /** Ids of machines where the user paid recently. */
  recent: readonly string[]
  /** Number of the room, as in its address. */
  room: string
  queues: ShownQueues | undefined
  /** undefined: always open. */
  opening: Opening | undefined
}

/** Machines of one type; each links to its payment. */
export function RoomMachines(props: RoomMachinesProps) {
  const { type, machines, states, recent, room, queues, opening } = props
  const free = machines.filter(({ id }) => isForUser(states[id])).length
  const isKnown = machines.every(({ id }) => states[id])
  const title = isKnown
    ? t('rooms.counted', { type: label(type), free: number(free), all: number(machines.length) })
    : label(type)
  const queue = queues?.data.find(({ device_type }) => device_type === type)
  const { hold, no_hold_until: pauseEnd } = queues ?? {}
  const isOwnHold = machines.some(({ id }) => id === hold?.device_id)
  const isClosed = opening?.is_open === false
  const mayHold = queue?.can_be_held && queue.waiting === 0 && !hold && !pauseEnd && !isClosed
  // Deferred, so that the machines stay in place while the code of a new part loads.
  const showsQueue = useDeferredValue(isKnown && queue !== undefined)
  const showsHolds = useDeferredValue(Boolean(mayHold) && free > 0)
  return (
    <Card
      withBorder
      padding={0}
      component="section"
      aria-label={label(type)}
      // Takes the focus of a pressed Hold.
      tabIndex={-1}
      style={{ outline: 'none' }}
    >
      <Title order={2} size="h5" px="md" pt="sm">
        {title}
      </Title>
      {showsQueue && isKnown && queue && (
        <SectionQueue
          room={room}
          queue={queue}
          isFree={free > 0}
          opening={opening}
          hold={isOwnHold && hold ? hold : null}
          pauseEnd={pauseEnd ?? null}
        />
      )}
      {isKnown && !queue?.has_queue && <RoomWait room={room} type={type} isFree={free > 0} />}
      <MachineLinks
        machines={machines}
        to={({ id }) => paths.payAt(id)}
        note={({ id }) => (recent.includes(id) ? t('rooms.used') : undefined)}
        activity={({ id }) => <Activity shown={states[id]} />}
        action={(device) =>
          queues &&
          showsHolds &&
          mayHold &&
          isForUser(states[device.id]) && (
            <HoldButton room={room} device={device} minutes={queues.hold_minutes} />
          )
        }
      />
    </Card>
  )
}

/** A finished machine only needs emptying. */
const takesNext = new Set<string | undefined>(['free', 'done'])

function isForUser(now: ShownState | undefined): boolean {
  return now !== undefined && takesNext.has(now.state) && !isHeldForAnother(now)
}
