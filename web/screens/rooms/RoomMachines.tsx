import type { Device } from '@coinless/contract/devices.ts'
import { Card, Title } from '@mantine/core'
import { Activity } from '../../shared/live/Activity.tsx'
import type { ShownState } from '../../shared/live/live-queries.ts'
import { paths } from '../../shared/navigation/paths.ts'
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
  /** Number of the room. */
  room: string
}

/** Machines of one type; each links to its payment. */
export function RoomMachines({ type, machines, states, recent, room }: RoomMachinesProps) {
  const free = machines.filter(({ id }) => takesNext.has(states[id]?.state)).length
  const isKnown = machines.every(({ id }) => states[id])
  const title = isKnown
    ? t('rooms.counted', { type: label(type), free: number(free), all: number(machines.length) })
    : label(type)
  return (
    <Card withBorder padding={0} component="section" aria-label={label(type)}>
      <Title order={2} size="h5" px="md" pt="sm">
        {title}
      </Title>
      {isKnown && <RoomWait room={room} type={type} isFree={free > 0} />}
      <MachineLinks
        machines={machines}
        to={({ id }) => paths.payAt(id)}
        note={({ id }) => (recent.includes(id) ? t('rooms.used') : undefined)}
        activity={({ id }) => <Activity shown={states[id]} />}
      />
    </Card>
  )
}

/** A finished machine only needs emptying. */
const takesNext = new Set<string | undefined>(['free', 'done'])
