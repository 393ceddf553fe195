import { isAdmin } from '@coinless/contract/permissions.ts'
import { Text } from '@mantine/core'
import {
  CircleAlert,
  CircleUser,
  Cpu,
  CreditCard,
  History,
  LayoutDashboard,
  type LucideIcon,
  MessageCircleWarning,
  ReceiptText,
  Ticket,
  Tickets,
  Users,
  WashingMachine,
} from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { useUser } from '../account/auth-context.tsx'
import { isAt, paths } from '../navigation/paths.ts'
import { type TextKey, t } from '../texts/texts.ts'
import classes from './Shell.module.css'

const link = `${classes.link} mantine-focus-auto`

interface MenuEntry {
  label: TextKey
  to: string
  Icon: LucideIcon
  /** What its page leads to, elsewhere. */
  also?: string
}

const mainMenu: MenuEntry[] = [
  { label: 'menu.dashboard', to: paths.dashboard, Icon: LayoutDashboard },
  { label: 'menu.devices', to: paths.devices, Icon: WashingMachine },
  { label: 'menu.transactions', to: paths.transactions, Icon: ReceiptText, also: paths.topUps },
  { label: 'menu.payments', to: paths.payments, Icon: CreditCard },
  { label: 'menu.prepaidCodes', to: paths.prepaidCodes, Icon: Ticket },
  { label: 'menu.profile', to: paths.profile, Icon: CircleUser },
]

const ofAccounts: string[] = [paths.devices, paths.prepaidCodes]
const guestMenu = mainMenu.filter(({ to }) => !ofAccounts.includes(to))

/** What tenants seldom need. */
const ofMachines: MenuEntry[] = [
  { label: 'menu.controllers', to: paths.controllers, Icon: Cpu },
  { label: 'menu.reports', to: paths.reportCases, Icon: MessageCircleWarning },
]
const withMachines = mainMenu.flatMap((entry) =>
  entry.to === paths.devices ? [entry, ...ofMachines] : [entry],
)

const adminMenu: MenuEntry[] = [
  { label: 'menu.adminUsers', to: paths.adminUsers, Icon: Users },
  { label: 'menu.adminPrepaidCodes', to: paths.adminPrepaidCodes, Icon: Tickets },
  { label: 'menu.adminAudit', to: paths.adminAudit, Icon: History },
  { label: 'menu.adminCardPayments', to: paths.adminCardPayments, Icon: CircleAlert },
]

export function Sidebar() {
  const user = useUser()
  const hasMachines = user.user_type === 'landlord' || isAdmin(user)
  const menu = hasMachines ? withMachines : mainMenu
  return (
    <>
      <nav aria-label={t('shell.mainMenu')}>
        <Entries menu={user.is_guest ? guestMenu : menu} />
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

function Entries({ menu }: { menu: MenuEntry[] }) {
  const { pathname } = useLocation()
  return menu.map(({ label, to, also = to, Icon }) => {
    const isHere = isAt(to, pathname) || isAt(also, pathname)
    return (
      <Link key={to} to={to} className={link} aria-current={isHere ? 'page' : undefined}>
        <Icon size={18} aria-hidden />
        {t(label)}
      </Link>
    )
  })
}
