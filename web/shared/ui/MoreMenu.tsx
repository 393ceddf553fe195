import { ActionIcon } from '@mantine/core'
import { Ellipsis } from 'lucide-react'
import type { ComponentType } from 'react'
import { t } from '../texts/texts.ts'
import { MenuButton, type MenuProps } from './MenuButton.tsx'

interface MoreMenuProps<Props> {
  load: () => Promise<{ default: ComponentType<MenuProps & Props> }>
  loadNow: <T>(load: () => Promise<T>) => Promise<T>
  props: Props
  isBusy?: boolean
}

/** The menu ⋯ for actions that few users of a page need. */
export function MoreMenu<Props>({ isBusy = false, ...menu }: MoreMenuProps<Props>) {
  return (
    <MenuButton
      {...menu}
      button={
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('action.more')}
          title={t('action.more')}
          loading={isBusy}
        >
          <Ellipsis size={18} aria-hidden />
        </ActionIcon>
      }
    />
  )
}
