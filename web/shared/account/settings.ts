import {
  CreditCard,
  KeyRound,
  type LucideIcon,
  MapPin,
  ReceiptText,
  Users,
  Webhook,
} from 'lucide-react'
import { paths } from '../navigation/paths.ts'
import type { TextKey } from '../texts/texts.ts'
import type { ShownUser } from './auth-context.tsx'
import { isStaff, runsMachines } from './rights.ts'

interface Section {
  label: TextKey
  about: TextKey
  to: string
  Icon: LucideIcon
}

const sections: Section[] = [
  {
    label: 'business.title',
    about: 'business.about',
    to: paths.businessDetails,
    Icon: ReceiptText,
  },
  { label: 'places.title', about: 'places.about', to: paths.places, Icon: MapPin },
  { label: 'staff.title', about: 'staff.hint', to: paths.staff, Icon: Users },
  {
    label: 'topUps.settings',
    about: 'topUps.settingsHint',
    to: paths.topUpSettings,
    Icon: CreditCard,
  },
  { label: 'webhooks.title', about: 'webhooks.hint', to: paths.webhooks, Icon: Webhook },
  { label: 'apiKeys.title', about: 'apiKeys.hint', to: paths.apiKeys, Icon: KeyRound },
]

/** Sections of the settings; none for tenants, and none for staff, who cannot change their owner's. */
export function settingsOf(user: ShownUser): Section[] {
  return runsMachines(user) && !isStaff(user) ? sections : []
}
