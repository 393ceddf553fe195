import type { Room } from '@coinless/contract/rooms.ts'
import { Button } from '@mantine/core'
import { CalendarClock, Clock, ListOrdered, type LucideIcon, Printer, Tv } from 'lucide-react'
import { useUser } from '../../shared/account/auth-context.tsx'
import { may } from '../../shared/account/rights.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'

/** What its landlord, and owners of machines there, can do with a room. */
export function RoomActions({ room: { number, devices, is_yours } }: { room: Room }) {
  const user = useUser()
  const hasOwn = devices.some((device) => may(user, 'change device', device))
  return (
    <>
      {is_yours && (
        <ActionLink to={paths.openingHours(number)} icon={Clock} label={t('openingHours.title')} />
      )}
      {is_yours && (
        <ActionLink to={paths.roomRules(number)} icon={ListOrdered} label={t('roomRules.title')} />
      )}
      {is_yours && (
        <ActionLink
          to={paths.bookingPlan(number)}
          icon={CalendarClock}
          label={t('bookingPlan.title')}
        />
      )}
      {is_yours && <ActionLink to={paths.displays(number)} icon={Tv} label={t('displays.title')} />}
      {hasOwn && <ActionLink to={paths.doorSign(number)} icon={Printer} label={t('rooms.sign')} />}
    </>
  )
}

function ActionLink({ to, icon: Icon, label }: { to: string; icon: LucideIcon; label: string }) {
  return (
    <Button component={Link} to={to} variant="default" leftSection={<Icon size={16} aria-hidden />}>
      {label}
    </Button>
  )
}
