import { Menu, Text } from '@mantine/core'
import type { ShownCycle } from '../../shared/live/live-queries.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { Link } from '../../shared/router/Link.tsx'
import type { MenuProps } from '../../shared/ui/MenuButton.tsx'
import { OpenedMenu } from '../../shared/ui/OpenedMenu.tsx'
import { TimeLeft } from './TimeLeft.tsx'

interface ItemsProps extends MenuProps {
  cycles: readonly ShownCycle[]
}

/** Each running machine, and its remaining time. */
export default function RunningNowItems({ target, cycles }: ItemsProps) {
  return (
    <OpenedMenu target={target} position="bottom-end" width={272}>
      {cycles.map((cycle) => (
        <Menu.Item
          key={cycle.id}
          component={Link}
          to={paths.cycle(cycle.id)}
          rightSection={
            <Text component="span" size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
              <TimeLeft cycle={cycle} />
            </Text>
          }
        >
          {`${cycle.device_label} · ${cycle.device_number}`}
        </Menu.Item>
      ))}
    </OpenedMenu>
  )
}
