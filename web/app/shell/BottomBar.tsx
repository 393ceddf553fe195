import { isAdmin } from '@coinless/contract/permissions.ts'
import {
  CircleUser,
  CreditCard,
  LayoutDashboard,
  type LucideIcon,
  Menu,
  ReceiptText,
  Ticket,
  WashingMachine,
} from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { useUser } from '../../shared/account/auth-context.tsx'
import { mayOpen } from '../../shared/account/places.ts'
import { isAt, paths } from '../../shared/navigation/paths.ts'
import { type TextKey, t } from '../../shared/texts/texts.ts'
import classes from './Shell.module.css'

const place = `${classes.place} mantine-focus-auto`

interface Place {
  label: TextKey
  to: string
  Icon: LucideIcon
  /** Another path that counts as this entry. */
  also?: string
}

const dashboard: Place = { label: 'menu.dashboard', to: paths.dashboard, Icon: LayoutDashboard }
const history: Place = {
  label: 'bar.history',
  to: paths.transactions,
  Icon: ReceiptText,
  also: paths.topUps,
}
const codes: Place = { label: 'bar.codes', to: paths.prepaidCodes, Icon: Ticket }

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
  const { pathname } = useLocation()
  const isOwner = user.user_type === 'landlord' || isAdmin(user)
  const ofKind = user.is_guest ? guestPlaces : isOwner ? ownerPlaces : tenantPlaces
  const places = ofKind.filter(({ to }) => mayOpen(user, to))
  return (
    <nav className={classes.bar} aria-label={t('bar.name')}>
      {places.map(({ label, to, also = to, Icon }) => (
        <Link
          key={to}
          to={to}
          className={place}
          aria-current={isAt(to, pathname) || isAt(also, pathname) ? 'page' : undefined}
        >
          <Icon size={20} aria-hidden />
          {t(label)}
        </Link>
      ))}
      <button type="button" className={place} aria-expanded={isMenuOpen} onClick={toggleMenu}>
        <Menu size={20} aria-hidden />
        {t('bar.more')}
      </button>
    </nav>
  )
}
