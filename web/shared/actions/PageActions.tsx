import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { loadedNow } from '../loading/own-code.ts'
import { Link } from '../router/Link.tsx'
import { MoreMenu } from '../ui/MoreMenu.tsx'
import { usePhone } from '../ui/use-phone.ts'
import type { Action } from './action.ts'

interface PageActionsProps {
  /** The button that is always shown. */
  main?: ReactNode
  /** Addresses of other actions. */
  more: (Action & { does: string })[]
  /** Shown first, where there is room. */
  before?: ReactNode
  /** In the menu of a phone instead of `before`. */
  inMenu?: Action[]
  isBusy?: boolean
}

/** Actions of a page: a button for each, or on a phone the main one and a menu. */
export function PageActions({ main, more, before, inMenu = [], isBusy = false }: PageActionsProps) {
  const isPhone = usePhone()
  const items = isPhone ? [...inMenu, ...more] : []
  return (
    <>
      {!isPhone && before}
      {!isPhone &&
        more.map(({ text, Icon, does }) => (
          <Button
            key={text}
            component={Link}
            to={does}
            variant="default"
            leftSection={<Icon size={16} aria-hidden />}
          >
            {text}
          </Button>
        ))}
      {main}
      {items.length > 0 && <ActionMenu items={items} isBusy={isBusy} />}
    </>
  )
}

/** The menu ⋯ of a page with these actions. */
export function ActionMenu({ items, isBusy }: { items: Action[]; isBusy?: boolean }) {
  return (
    <MoreMenu
      load={() => import('./ActionItems.tsx')}
      loadNow={loadedNow}
      props={{ items }}
      isBusy={isBusy}
    />
  )
}
