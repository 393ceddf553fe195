import { Text } from '@mantine/core'
import { WashingMachine } from 'lucide-react'
import { useLocation } from 'wouter'
import { paths } from '../../shared/navigation/paths.ts'
import { useRecentRooms } from '../../shared/rooms/recent-rooms.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { number } from '../../shared/ui/formats.ts'
import classes from './Shell.module.css'

/** Part of the menu: rooms where the user paid recently, with their available machines. */
export default function RecentRooms() {
  const rooms = useRecentRooms()
  const [pathname] = useLocation()
  if (rooms.length === 0) return null
  const title = t('rooms.recent', { count: rooms.length })
  return (
    <nav aria-label={title}>
      <Text size="xs" fw={600} c="dimmed" px="sm" pt="md" pb={4} aria-hidden>
        {title}
      </Text>
      {rooms.map(({ number: room, location, available, total }) => (
        <Link
          key={room}
          to={paths.room(room)}
          className={`${classes.link} mantine-focus-auto`}
          aria-current={paths.room(room) === pathname ? 'page' : undefined}
        >
          <WashingMachine size={18} aria-hidden />
          <span className={classes.room}>
            {location}
            <Text span size="xs" c="dimmed">
              {t('rooms.available', { free: number(available), all: number(total) })}
            </Text>
          </span>
        </Link>
      ))}
    </nav>
  )
}
