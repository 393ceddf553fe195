import { Menu } from '@mantine/core'
import { Link } from 'react-router'
import { t } from '../texts/texts.ts'
import type { MenuProps } from '../ui/MenuButton.tsx'
import { OpenedMenu } from '../ui/OpenedMenu.tsx'

interface FileMenuItemsProps extends MenuProps {
  to: string
  download: () => void
}

export default function FileMenuItems({ target, to, download }: FileMenuItemsProps) {
  return (
    <OpenedMenu target={target}>
      <Menu.Item component={Link} to={to}>
        {t('import.fromFile')}
      </Menu.Item>
      <Menu.Item onClick={() => download()}>{t('audit.export')}</Menu.Item>
    </OpenedMenu>
  )
}
