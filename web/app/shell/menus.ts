import { isAdmin } from '@coinless/contract/permissions.ts'
import {
  Activity,
  ChartColumn,
  CircleAlert,
  CircleUser,
  Cpu,
  CreditCard,
  History,
  LayoutDashboard,
  type LucideIcon,
  MessageCircleWarning,
  ReceiptText,
  Settings2,
  Ticket,
  Tickets,
  Users,
  WashingMachine,
} from 'lucide-react'
import type { ShownUser } from '../../shared/account/auth-context.tsx'
import { mayOpen } from '../../shared/account/places.ts'
import { isStaff, runsMachines } from '../../shared/account/rights.ts'
import { isAt, paths } from '../../shared/navigation/paths.ts'
import type { TextKey } from '../../shared/texts/texts.ts'

export interface MenuEntry {
  label: TextKey
  to: string
  Icon: LucideIcon
}

const mainMenu: MenuEntry[] = [
  { label: 'menu.dashboard', to: paths.dashboard, Icon: LayoutDashboard },
  { label: 'menu.devices', to: paths.devices, Icon: WashingMachine },
  { label: 'menu.transactions', to: paths.transactions, Icon: ReceiptText },
  { label: 'menu.payments', to: paths.payments, Icon: CreditCard },
  { label: 'menu.prepaidCodes', to: paths.prepaidCodes, Icon: Ticket },
  { label: 'menu.profile', to: paths.profile, Icon: CircleUser },
]

const ofAccounts: string[] = [paths.devices, paths.prepaidCodes]
const guestMenu = mainMenu.filter(({ to }) => !ofAccounts.includes(to))

/** Pages that tenants rarely need. */
const ofMachines: MenuEntry[] = [
  { label: 'menu.controllers', to: paths.controllers, Icon: Cpu },
  { label: 'menu.reports', to: paths.reportCases, Icon: MessageCircleWarning },
  { label: 'menu.revenue', to: paths.revenue, Icon: ChartColumn },
]
const settings: MenuEntry = { label: 'menu.settings', to: paths.settings, Icon: Settings2 }
const withMachines = mainMenu.flatMap((entry) => {
  if (entry.to === paths.devices) return [entry, ...ofMachines]
  return entry.to === paths.profile ? [settings, entry] : [entry]
})

export const adminMenu: MenuEntry[] = [
  { label: 'menu.adminUsers', to: paths.adminUsers, Icon: Users },
  { label: 'menu.adminPrepaidCodes', to: paths.adminPrepaidCodes, Icon: Tickets },
  { label: 'menu.adminAudit', to: paths.adminAudit, Icon: History },
  { label: 'menu.adminCardPayments', to: paths.adminCardPayments, Icon: CircleAlert },
  { label: 'menu.adminSystem', to: paths.adminSystem, Icon: Activity },
]

export function mainMenuOf(user: ShownUser): MenuEntry[] {
  if (isStaff(user)) return withMachines.filter(({ to }) => mayOpen(user, to))
  if (user.is_guest) return guestMenu
  return runsMachines(user) ? withMachines : mainMenu
}

export function menuOf(user: ShownUser): MenuEntry[] {
  return [...mainMenuOf(user), ...(isAdmin(user) ? adminMenu : [])]
}

/** First parts of addresses outside a user's menu, with the entries that they belong to: the first in the menu counts. */
const belonging: [screens: RegExp, ...entries: string[]][] = [
  [/^.top-ups/, paths.transactions],
  [/^.reports/, paths.reportCases, paths.transactions],
  [/^.(revenue|resources)/, paths.dashboard],
  [/^.(settings|staff-invitation)/, paths.profile],
  [
    /^.(devices|stickers|rooms|controllers|report-cases|bulk-changes)/,
    paths.devices,
    paths.payments,
  ],
  [/^.prepaid-codes/, paths.payments],
]

/** Address of the menu entry for the screen, which the menu marks. */
export function currentEntry(user: ShownUser, pathname: string): string | undefined {
  const entries = menuOf(user).map(({ to }) => to)
  const [, ...others] = belonging.find(([screens]) => screens.test(pathname)) ?? []
  return entries.find((to) => isAt(to, pathname)) ?? others.find((entry) => entries.includes(entry))
}
