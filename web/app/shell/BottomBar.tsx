import {
  CircleUser,
  CreditCard,
  LayoutDashboard,
  Menu,
  ReceiptText,
  Ticket,
  WashingMachine,
} from 'lucide-react'
import { useLocation } from 'wouter'
import { useUser } from '../../shared/account/auth-context.tsx'
import { mayOpen } from '../../shared/account/places.ts'
import { runsMachines } from '../../shared/account/rights.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { currentEntry, type MenuEntry } from './menus.ts'
import classes from './Shell.module.css'

const place = `${classes.place} mantine-focus-auto`

const dashboard: MenuEntry = { label: 'menu.dashboard', to: paths.dashboard, Icon: LayoutDashboard }
const history: MenuEntry = { label: 'bar.history', to: paths.transactions, Icon: ReceiptText }
const codes: MenuEntry = { label: 'bar.codes', to: paths.prepaidCodes, Icon: Ticket }

const tenantPlaces = [
  { label: 'bar.pay' as const, to: paths.payments, Icon: CreditCard },
  dashboard,
  history,
  codes,
]

const guestPlaces = tenantPlaces.map((place) =>
  place === codes ? { label: 'menu.profile' as const, to: paths.profile, Icon: CircleUser } : place,
)

const ownerPlaces = [
  dashboard,
  { label: 'menu.devices' as const, to: paths.devices, Icon: WashingMachine },
  history,
  codes,
]

interface BottomBarProps {
  isMenuOpen: boolean
  toggleMenu: () => void
}

/** Phone navigation within reach of the thumb: the most used pages, and the whole menu. */
export function BottomBar({ isMenuOpen, toggleMenu }: BottomBarProps) {
  const user = useUser()
  const current = currentEntry(user, useLocation()[0])
  const ofKind = user.is_guest ? guestPlaces : runsMachines(user) ? ownerPlaces : tenantPlaces
  const places = ofKind.filter(({ to }) => mayOpen(user, to))
  const isInMenu = current !== undefined && places.every(({ to }) => to !== current)
  return (
    <nav className={classes.bar} aria-label={t('bar.name')}>
      {places.map(({ label, to, Icon }) => (
        <Link key={to} to={to} className={place} aria-current={to === current ? 'page' : undefined}>
          <Icon size={20} aria-hidden />
          {t(label)}
        </Link>
      ))}
      <button
        type="button"
        className={place}
        aria-expanded={isMenuOpen}
        aria-current={isInMenu || undefined}
        onClick={toggleMenu}
      >
        <Menu size={20} aria-hidden />
        {t('bar.more')}
      </button>
    </nav>
  )
}
