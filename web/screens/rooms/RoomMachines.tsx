import type { Device } from '@coinless/contract/devices.ts'
import { Card, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { Activity } from '../../shared/live/Activity.tsx'
import type { ShownState } from '../../shared/live/live-queries.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { t } from '../../shared/texts/texts.ts'
import { label, number } from '../../shared/ui/formats.ts'
import { durationOf, priceOf } from '../../shared/ui/prices.ts'
import classes from './Room.module.css'
import { RoomWait } from './RoomWait.tsx'

interface RoomMachinesProps {
  type: Device['device_type']
  machines: readonly Device[]
  states: Partial<Record<string, ShownState>>
  /** Sticker number of any machine there. */
  sticker: string
}

/** Machines of one type; each links to its payment. */
export function RoomMachines({ type, machines, states, sticker }: RoomMachinesProps) {
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
      {isKnown && <RoomWait sticker={sticker} type={type} isFree={free > 0} />}
      <ul className={classes.machines}>
        {machines.map((device) => (
          <li key={device.id}>
            <Link className={classes.machine} to={paths.payAt(device.id)}>
              <span className={classes.names}>
                <Text span fw={600}>{`${device.label} · ${device.device_number}`}</Text>
                <Text span size="sm" c="dimmed">
                  {`${priceOf(device)} · ${durationOf(device)}`}
                </Text>
              </span>
              <Activity shown={states[device.id]} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** A finished machine only needs emptying. */
const takesNext = new Set<string | undefined>(['free', 'done'])
