import './shell.css'
import './forced-colors.css'
import { ActionIcon, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ModalsProvider, modals } from '@mantine/modals'
import { PanelLeft } from 'lucide-react'
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useEffect,
} from 'react'
import { useLocation } from 'wouter'
import { useUser } from '../../shared/account/auth-context.tsx'
import { runsMachines } from '../../shared/account/rights.ts'
import { withStyles } from '../../shared/loading/styles.ts'
import { workingFor } from '../../shared/navigation/working-for.ts'
import { t } from '../../shared/texts/texts.ts'
import { Logo } from '../../shared/ui/Logo.tsx'
import { usePhone } from '../../shared/ui/use-phone.ts'
import { BottomBar } from './BottomBar.tsx'
import { PaletteButton } from './PaletteButton.tsx'
import { PushInStep } from './PushInStep.tsx'
import classes from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import { useSidebarState } from './sidebar-state.ts'
import { UpToDateUser } from './UpToDateUser.tsx'
import { UserMenu } from './UserMenu.tsx'

// Constant elements, so that opening the sidebar does not redraw them.
const userMenu = <UserMenu />
const menu = <Sidebar />
const questions = <ModalsProvider>{null}</ModalsProvider>
/** Loaded after the screen, which works without it. */
const RunningNow = lazy<ComponentType>(() =>
  withStyles(() => import('./RunningNow.tsx')).catch(() => ({ default: () => null })),
)
const running = (
  <Suspense>
    <RunningNow />
  </Suspense>
)
const RecentRooms = lazy<ComponentType>(() =>
  import('./RecentRooms.tsx').catch(() => ({ default: () => null })),
)
const rooms = (
  <Suspense>
    <RecentRooms />
  </Suspense>
)

/** Frame of every screen of a signed-in user. */
export default function Shell({ children }: { children?: ReactNode }) {
  const isMobile = usePhone()
  const sidebar = useSidebarState()
  const [isDrawerOpen, drawer] = useDisclosure(false)
  const [pathname] = useLocation()
  const paysMostly = !runsMachines(useUser())
  const isOpen = isMobile ? isDrawerOpen : sidebar.isOpen
  const toggle = isMobile ? drawer.toggle : sidebar.toggle
  // On a phone the menu is off-screen, so the screen is drawn first.
  const isMenuDrawn = useDeferredValue(true, !isMobile)
  // biome-ignore lint/correctness/useExhaustiveDependencies: overlays close with their page
  useEffect(() => {
    drawer.close()
    modals.closeAll()
  }, [pathname])

  return (
    <>
      <UpToDateUser />
      <PushInStep />
      {questions}
      <a className="skip-link" href="#main">
        {t('shell.skip')}
      </a>
      <Group component="header" className={classes.header} justify="space-between" wrap="nowrap">
        <div className={classes.start}>
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
          <Text component="span" fw={700} size="lg" className={classes.brand}>
            Coinless
          </Text>
        </div>
        <Group gap={4} wrap="nowrap">
          {!workingFor && running}
          <PaletteButton toggleSidebar={toggle} />
          {userMenu}
        </Group>
      </Group>
      <div className={classes.body}>
        <div className={classes.sidebar} hidden={!isOpen}>
          {(isMenuDrawn || isOpen) && menu}
          {isOpen && !workingFor && paysMostly && rooms}
        </div>
        <main id="main" tabIndex={-1} className={classes.main}>
          {children}
        </main>
      </div>
      <BottomBar isMenuOpen={isDrawerOpen} toggleMenu={drawer.toggle} />
    </>
  )
}
