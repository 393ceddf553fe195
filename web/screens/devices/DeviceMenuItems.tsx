import { Menu } from '@mantine/core'
import { CopyPlus, Printer, Trash2 } from 'lucide-react'
import { paths } from '../../shared/navigation/paths.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import type { MenuProps } from '../../shared/ui/MenuButton.tsx'
import { OpenedMenu } from '../../shared/ui/OpenedMenu.tsx'

interface DeviceMenuItemsProps extends MenuProps {
  id: string
  remove: () => void
}

export default function DeviceMenuItems({ target, id, remove }: DeviceMenuItemsProps) {
  return (
    <OpenedMenu target={target} position="bottom-end">
      <Menu.Item
        component={Link}
        to={paths.newDeviceLike(id)}
        leftSection={<CopyPlus size={16} aria-hidden />}
      >
        {t('devices.duplicate')}
      </Menu.Item>
      <Menu.Item
        component={Link}
        to={paths.stickerOf(id)}
        leftSection={<Printer size={16} aria-hidden />}
      >
        {t('stickers.title')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item color="red" leftSection={<Trash2 size={16} aria-hidden />} onClick={remove}>
        {t('action.delete')}
      </Menu.Item>
    </OpenedMenu>
  )
}
