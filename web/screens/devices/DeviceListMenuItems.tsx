import { Menu } from '@mantine/core'
import { Plus, Printer } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../shared/navigation/paths.ts'
import { t } from '../../shared/texts/texts.ts'
import type { MenuProps } from '../../shared/ui/MenuButton.tsx'
import { OpenedMenu } from '../../shared/ui/OpenedMenu.tsx'

interface DeviceListMenuItemsProps extends MenuProps {
  stickers: string
}

/** For tenants without devices of their own. */
export default function DeviceListMenuItems({ target, stickers }: DeviceListMenuItemsProps) {
  return (
    <OpenedMenu target={target} position="bottom-end">
      <Menu.Item component={Link} to={paths.newDevice} leftSection={<Plus size={16} aria-hidden />}>
        {t('devices.add')}
      </Menu.Item>
      <Menu.Item component={Link} to={stickers} leftSection={<Printer size={16} aria-hidden />}>
        {t('stickers.title')}
      </Menu.Item>
    </OpenedMenu>
  )
}
