import { ActionIcon, Button, Group } from '@mantine/core'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { loadedNow } from '../loading/own-code.ts'
import { Link } from '../router/Link.tsx'
import { t } from '../texts/texts.ts'
import { IconButton, IconLink } from '../ui/icon-actions.tsx'
import { MenuButton } from '../ui/MenuButton.tsx'
import { usePhone, useWide } from '../ui/use-phone.ts'
import type { Action } from './action.ts'

/** Its label includes the name of the row. */
export type RowAction = Action & { label: string }

interface RowActionsProps {
  /** The action that always has its own button; with `isNamed` its text too. */
  main: RowAction & { isNamed?: boolean }
  more?: RowAction[]
  /** Shown first, where there is room. */
  before?: ReactNode
  /** In the menu of a phone instead of `before`. */
  inMenu?: RowAction[]
}

/** Actions of a row: a button for each, or where there is no room the main one and a menu. */
export function RowActions({ main, more = [], before, inMenu = [] }: RowActionsProps) {
  const isPhone = usePhone()
  const isWide = useWide()
  const items = isPhone ? [...inMenu, ...more] : more
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {!isPhone && before}
      {isPhone || main.isNamed ? (
        <NamedButton action={main} size={isPhone ? 'sm' : 'xs'} />
      ) : (
        <IconAction action={main} />
      )}
      {isWide && more.map((action) => <IconAction key={action.label} action={action} />)}
      {!isWide && items.length > 0 && <More items={items} of={main} isPhone={isPhone} />}
    </Group>
  )
}

interface NamedButtonProps {
  action: RowAction
  size: 'sm' | 'xs'
}

function NamedButton({ action: { text, label, does }, size }: NamedButtonProps) {
  const facts = { variant: 'default', size, 'aria-label': label } as const
  return typeof does === 'string' ? (
    <Button component={Link} to={does} {...facts}>
      {text}
    </Button>
  ) : (
    <Button onClick={does} {...facts}>
      {text}
    </Button>
  )
}

function IconAction({ action: { label, Icon, does, isDangerous } }: { action: RowAction }) {
  const facts = { label, Icon }
  if (typeof does === 'string') return <IconLink to={does} {...facts} />
  return <IconButton onClick={does} {...facts} {...(isDangerous && { color: 'red' })} />
}

interface MoreProps {
  items: RowAction[]
  of: RowAction
  isPhone: boolean
}

function More({ items, of, isPhone }: MoreProps) {
  return (
    <MenuButton
      load={() => import('./ActionItems.tsx')}
      loadNow={loadedNow}
      props={{ items }}
      button={
        <ActionIcon
          variant={isPhone ? 'default' : 'subtle'}
          color="gray"
          size={isPhone ? 'input-sm' : 'md'}
          aria-label={t('units.labeled', { name: t('action.more'), value: of.label })}
        >
          <Ellipsis size={18} aria-hidden />
        </ActionIcon>
      }
    />
  )
}
