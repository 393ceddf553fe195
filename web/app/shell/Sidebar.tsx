import { isAdmin } from '@coinless/contract/permissions.ts'
import type { RecentRoom } from '@coinless/contract/rooms.ts'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useUser } from '../../shared/account/auth-context.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { adminMenu, currentEntry, type MenuEntry, mainMenuOf } from './menus.ts'
import classes from './Shell.module.css'

const link = `${classes.link} mantine-focus-auto`

export function Sidebar() {
  const user = useUser()
  return (
    <>
      <nav aria-label={t('shell.mainMenu')}>
        <Entries menu={mainMenuOf(user)} />
      </nav>
      {isAdmin(user) && (
        <nav aria-label={t('shell.adminMenu')}>
          <Text size="xs" fw={600} c="dimmed" px="sm" pt="md" pb={4} aria-hidden>
            {t('shell.adminMenu')}
          </Text>
          <Entries menu={adminMenu} />
        </nav>
      )}
    </>
  )
}

interface RecentRooms {
  data: RecentRoom[]
}

function Entries({ menu }: { menu: MenuEntry[] }) {
  const [pathname] = useLocation()
  const entry = currentEntry(useUser(), pathname)
  // The rooms have entries of their own below the menu, which loads them.
  const { data: rooms } = useQuery<RecentRooms>({ queryKey: ['rooms', 'recent'], enabled: false })
  const isRoom = rooms?.data.some((each) => paths.room(each.number) === pathname)
  const current = isRoom ? undefined : entry
  return menu.map(({ label, to, Icon }) => (
    <Link key={to} to={to} className={link} aria-current={to === current ? 'page' : undefined}>
      <Icon size={18} aria-hidden />
      {t(label)}
    </Link>
  ))
}
