import { folded, wordingsOf } from '@coinless/contract/folded.ts'
import type { Found } from '@coinless/contract/search.ts'
import type { User } from '@coinless/contract/users.ts'
import {
  Copy,
  CreditCard,
  Eye,
  Layers,
  LifeBuoy,
  type LucideIcon,
  Pencil,
  Plus,
  Printer,
  ReceiptText,
  Ticket,
  User as UserIcon,
  WashingMachine,
} from 'lucide-react'
import type { ShownUser } from '../../shared/account/auth-context.tsx'
import { mayOpen } from '../../shared/account/places.ts'
import { isStaff, may, runsMachines } from '../../shared/account/rights.ts'
import { settingsOf } from '../../shared/account/settings.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { type TextKey, t } from '../../shared/texts/texts.ts'
import { copyText } from '../../shared/ui/copy-text.ts'
import { dateAndTime, money } from '../../shared/ui/formats.ts'
import { priceOf } from '../../shared/ui/prices.ts'
import { wordsOf } from './words.ts'

/** The page that an entry leads to, or the action that it runs. */
type Aim = { to: string } | { run: () => void }

export type Entry = Aim & {
  id: string
  label: string
  detail?: string
  Icon: LucideIcon
  /** Further actions for the entry. */
  more?: Entry[]
}

export interface Group {
  label: string
  entries: Entry[]
}

/** Pages below an entry of the menu. */
export function subpagesOf(user: ShownUser): Entry[] {
  const batches = link('batches', t('batches.title'), Layers, paths.codeBatches)
  return user.is_guest || !mayOpen(user, batches.to) ? [] : [batches]
}

export function settingsEntries(user: ShownUser): Entry[] {
  return settingsOf(user).map(({ label, to, Icon }) => link(to, t(label), Icon, to))
}

const guideOfTenants = ['index', 'tenants'] as const
const guide = [
  ...(['index', 'landlords', 'tenants', 'operators'] as const),
  ...(['relays', 'mqtt', 'agent', 'operating', 'scaling'] as const),
]

export function guideEntries(user: ShownUser): Entry[] {
  return (runsMachines(user) ? guide : guideOfTenants).map((page) => {
    const to = page === 'index' ? paths.help : paths.helpPage(page)
    return link(to, t(`guide.${page}`), LifeBuoy, to)
  })
}

/** Tasks that a user can start from any page. */
export function tasksOf(user: ShownUser): Entry[] {
  const pay = link('pay', t('payments.title'), CreditCard, paths.payments)
  if (user.is_guest) return [pay]
  const tasks = [
    pay,
    link('new device', t('devices.add'), Plus, paths.newDevice),
    link('new code', t('prepaidCodes.createTitle'), Plus, paths.newPrepaidCode),
    link('new controller', t('controllers.add'), Plus, paths.newController),
    link('stickers', t('stickers.title'), Printer, paths.stickers({})),
  ]
  return tasks.filter(({ to }) => mayOpen(user, new URL(to, location.origin).pathname))
}

/** Entries whose label contains every word of the text, then those whose further words begin with them. */
export function matching(entries: Entry[], text: string): Entry[] {
  const words = folded(wordingsOf(text).at(-1) ?? '').split(' ')
  const isNamed = ({ label }: Entry) => words.every((word) => folded(label).includes(word))
  const isMeant = (entry: Entry) => {
    const known = 'to' in entry ? folded(` ${entry.label} ${wordsOf(entry.to)}`) : ''
    return words.every((word) => known.includes(` ${word}`))
  }
  return [
    ...entries.filter(isNamed),
    ...entries.filter((entry) => !isNamed(entry) && isMeant(entry)),
  ]
}

export function foundGroups(found: Found, user: ShownUser): Group[] {
  return [
    group('menu.devices', found.devices.map(deviceEntry(user))),
    group('menu.prepaidCodes', found.prepaid_codes.map(codeEntry)),
    group('menu.transactions', found.transactions.map(transactionEntry)),
    group('menu.adminUsers', found.users.map(userEntry)),
  ]
}

function deviceEntry(user: ShownUser) {
  return (device: Found['devices'][number]): Entry => {
    const { id, device_number, label, location, status } = device
    const open = link('open', t('palette.open'), Eye, paths.device(id))
    const pay = link('pay', t('bar.pay'), CreditCard, paths.payAt(id))
    const changes = [
      link('edit', t('action.edit'), Pencil, paths.editDevice(id)),
      link('sticker', t('stickers.title'), Printer, paths.stickerOf(id)),
    ]
    return {
      ...link(id, `${device_number} · ${label}`, WashingMachine, paths.device(id)),
      detail: `${location} · ${priceOf(device)}`,
      more: [
        open,
        ...(status === 'active' && !isStaff(user) ? [pay] : []),
        ...(may(user, 'change device', device) ? changes : []),
      ],
    }
  }
}

function codeEntry({ id, code, remaining_balance, customer_name, customer_email }: Code): Entry {
  const holder = customer_name ?? customer_email
  const says = { copied: t('prepaidCodes.copied'), failed: t('prepaidCodes.copyFailed') }
  return {
    ...link(id, code, Ticket, paths.prepaidCode(id)),
    detail: [holder, money(remaining_balance)].filter(Boolean).join(' · '),
    more: [
      link('open', t('palette.open'), Eye, paths.prepaidCode(id)),
      { id: 'copy', label: t('palette.copy'), Icon: Copy, run: () => void copyText(code, says) },
    ],
  }
}

type Code = Found['prepaid_codes'][number]

function transactionEntry(paid: Found['transactions'][number]): Entry {
  const { id, device_number, amount, customer_name, created_at } = paid
  return {
    ...link(id, `${device_number} · ${money(amount)}`, ReceiptText, paths.transaction(id)),
    detail: [customer_name, dateAndTime(created_at)].filter(Boolean).join(' · '),
    more: [
      link('open', t('palette.open'), Eye, paths.transaction(id)),
      link('receipt', t('transactions.receipt'), ReceiptText, paths.receipt(id)),
    ],
  }
}

function userEntry({ id, full_name, email }: User): Entry {
  const shown = paths.adminUser(id)
  return {
    ...link(id, full_name, UserIcon, shown),
    detail: email,
    more: [
      link('open', t('palette.open'), Eye, shown),
      link('codes', t('menu.prepaidCodes'), Ticket, paths.codesOfUser(id)),
    ],
  }
}

function link(id: string, label: string, Icon: LucideIcon, to: string): Entry & { to: string } {
  return { id, label, Icon, to }
}

function group(label: TextKey, entries: Entry[]): Group {
  return { label: t(label), entries }
}
