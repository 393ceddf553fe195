import './shell.css'
import { ActionIcon, AppShell, Group, Text } from '@mantine/core'
import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks'
import { PanelLeft } from 'lucide-react'
import { Activity, useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { t } from '../texts/texts.ts'
import { Logo } from './Logo.tsx'
import { Sidebar } from './Sidebar.tsx'
import { useSidebarState } from './sidebar-state.ts'
import { UpToDateUser } from './UpToDateUser.tsx'
import { UserMenu } from './UserMenu.tsx'

/** Mantine's `sm`: a narrower viewport counts as mobile (SPEC section 2). */
const breakpoint = 'sm'
const mobile = '(max-width: 47.99em)'

// The same elements each time: they are not drawn again when the sidebar opens.
const userMenu = <UserMenu />
const menu = <Sidebar />
const main = (
  <AppShell.Main id="main" tabIndex={-1}>
    <Outlet />
  </AppShell.Main>
)

/** Around every screen of somebody who is signed in. */
export default function Shell() {
  const isMobile = useMediaQuery(mobile, undefined, { getInitialValueInEffect: false })
  const sidebar = useSidebarState()
  const [isDrawerOpen, drawer] = useDisclosure(false)
  const { pathname } = useLocation()
  const isOpen = isMobile ? isDrawerOpen : sidebar.isOpen
  const toggle = isMobile ? drawer.toggle : sidebar.toggle
  useHotkeys([['mod+B', toggle]], [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes when the page changes
  useEffect(drawer.close, [pathname])

  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{
        width: 232,
        breakpoint,
        collapsed: { mobile: true, desktop: !sidebar.isOpen },
      }}
      padding="md"
    >
      <UpToDateUser />
      <a className="skip-link" href="#main">
        {t('shell.skip')}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              onClick={toggle}
              aria-label={t('shell.toggleSidebar')}
              aria-expanded={isOpen}
            >
              <PanelLeft size={20} />
            </ActionIcon>
            <Logo />
            <Text component="span" fw={700} size="lg">
              Coinless
            </Text>
          </Group>
          {userMenu}
        </Group>
      </AppShell.Header>
      <AppShell.Navbar
        p="sm"
        style={{
          visibility: isOpen ? 'visible' : 'hidden',
          // Through `collapsed` it would style the whole page anew, which a phone feels.
          ...(isMobile && isDrawerOpen && { transform: 'none' }),
        }}
      >
        {/* Drawn when there is time while nobody sees it. */}
        <Activity mode={isOpen ? 'visible' : 'hidden'}>{menu}</Activity>
      </AppShell.Navbar>
      {main}
    </AppShell>
  )
}
