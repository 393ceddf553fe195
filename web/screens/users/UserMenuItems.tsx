import { Menu } from '@mantine/core'
import { LogOut } from 'lucide-react'
import { t } from '../../shared/texts/texts.ts'
import type { MenuProps } from '../../shared/ui/MenuButton.tsx'
import { OpenedMenu } from '../../shared/ui/OpenedMenu.tsx'

export default function UserMenuItems({ target, signOut }: MenuProps & { signOut: () => void }) {
  return (
    <OpenedMenu target={target} position="bottom-end">
      <Menu.Item color="red" leftSection={<LogOut size={16} aria-hidden />} onClick={signOut}>
        {t('admin.signOutEverywhere')}
      </Menu.Item>
    </OpenedMenu>
  )
}
