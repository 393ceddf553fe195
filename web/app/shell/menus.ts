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
  Ticket,
  Tickets,
  Users,
  WashingMachine,
} from 'lucide-react'
import type { ShownUser } from '../../shared/account/auth-context.tsx'
import { mayOpen } from '../../shared/account/places.ts'
import { isStaff } from '../../shared/account/rights.ts'
import { paths } from '../../shared/navigation/paths.ts'
import type { TextKey } from '../../shared/texts/texts.ts'

export interface MenuEntry {
  label: TextKey
  to: string
  Icon: LucideIcon
  /** Another path that counts as this entry. */
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

/** Pages that tenants rarely need. */
const ofMachines: MenuEntry[] = [
  { label: 'menu.controllers', to: paths.controllers, Icon: Cpu },
  { label: 'menu.reports', to: paths.reportCases, Icon: MessageCircleWarning },
  { label: 'menu.revenue', to: paths.revenue, Icon: ChartColumn },
]
const withMachines = mainMenu.flatMap((entry) =>
  entry.to === paths.devices ? [entry, ...ofMachines] : [entry],
)

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
  return user.user_type === 'landlord' || isAdmin(user) ? withMachines : mainMenu
}
