import { Menu } from '@mantine/core'
import { CircleCheck, FileSpreadsheet, Layers, Plus } from 'lucide-react'
import { useId } from 'react'
import { paths } from '../../shared/navigation/paths.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import type { MenuProps } from '../../shared/ui/MenuButton.tsx'
import { OpenedMenu } from '../../shared/ui/OpenedMenu.tsx'

interface CodeMenuItemsProps extends MenuProps {
  choose: (() => void) | undefined
}

/** Rare actions of tenants. */
export default function CodeMenuItems({ target, choose }: CodeMenuItemsProps) {
  const where = useId()
  return (
    <OpenedMenu target={target} position="bottom-end" width={260}>
      {choose ? (
        <Menu.Item leftSection={<CircleCheck size={16} aria-hidden />} onClick={choose}>
          {t('bulk.choose')}
        </Menu.Item>
      ) : (
        <Menu.Item
          component={Link}
          to={paths.codeTable}
          leftSection={<FileSpreadsheet size={16} aria-hidden />}
        >
          {t('prepaidCodes.asTable')}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Label id={where}>{t('prepaidCodes.whereOwnPay')}</Menu.Label>
      <Menu.Item
        component={Link}
        to={paths.newPrepaidCode}
        leftSection={<Plus size={16} aria-hidden />}
        aria-describedby={where}
      >
        {t('prepaidCodes.create')}
      </Menu.Item>
      <Menu.Item
        component={Link}
        to={paths.codeBatches}
        leftSection={<Layers size={16} aria-hidden />}
        aria-describedby={where}
      >
        {t('batches.title')}
      </Menu.Item>
    </OpenedMenu>
  )
}
