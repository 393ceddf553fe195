import type { ScannedMachine } from '@coinless/contract/rooms.ts'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from '../router/Link.tsx'
import { durationOf, priceOf } from '../ui/prices.ts'
import classes from './MachineLinks.module.css'

interface MachineLinksProps<Machine> {
  machines: readonly Machine[]
  /** Address of its payment. */
  to: (machine: Machine) => string
  /** Shown after the price. */
  note?: (machine: Machine) => string | undefined
  activity?: (machine: Machine) => ReactNode
  /** A button beside the link. */
  action?: (machine: Machine) => ReactNode
}

/** Machines of one place with their prices; each links to its payment. */
export function MachineLinks<Machine extends ScannedMachine['others'][number]>({
  machines,
  to,
  note,
  activity,
  action,
}: MachineLinksProps<Machine>) {
  return (
    <ul className={classes.machines}>
      {machines.map((machine) => (
        <li key={machine.sticker_number}>
          <Link className={classes.machine} to={to(machine)}>
            <span className={classes.names}>
              <Text
                span
                fw={600}
                c="var(--mantine-color-anchor)"
              >{`${machine.label} · ${machine.device_number}`}</Text>
              <Text span size="sm" c="dimmed">
                {[priceOf(machine), durationOf(machine), note?.(machine)]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </span>
            {activity?.(machine)}
          </Link>
          {action?.(machine)}
        </li>
      ))}
    </ul>
  )
}
