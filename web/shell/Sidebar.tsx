import { NavLink } from '@mantine/core'
import { CircleUser, CreditCard, ReceiptText, Ticket, WashingMachine } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { paths } from '../paths.ts'

const mainMenu = [
  { label: 'Devices', to: paths.devices, Icon: WashingMachine },
  { label: 'Transactions', to: paths.transactions, Icon: ReceiptText },
  { label: 'Payments', to: paths.payments, Icon: CreditCard },
  { label: 'Prepaid Codes', to: paths.prepaidCodes, Icon: Ticket },
  { label: 'Profile', to: paths.profile, Icon: CircleUser },
]

export function Sidebar() {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Main menu">
      {mainMenu.map(({ label, to, Icon }) => {
        const isHere = pathname === to || pathname.startsWith(`${to}/`)
        return (
          <NavLink
            key={to}
            component={Link}
            to={to}
            label={label}
            leftSection={<Icon size={18} aria-hidden />}
            active={isHere}
            aria-current={isHere ? 'page' : undefined}
          />
        )
      })}
    </nav>
  )
}
