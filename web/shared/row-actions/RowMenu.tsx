import { Menu } from '@mantine/core'
import { Link } from 'react-router'
import type { MenuProps } from '../ui/MenuButton.tsx'
import { OpenedMenu } from '../ui/OpenedMenu.tsx'
import type { RowAction } from './RowActions.tsx'

/** The actions of a row that have no button of their own. */
export default function RowMenu({ target, items }: MenuProps & { items: RowAction[] }) {
  return (
    <OpenedMenu target={target} position="bottom-end">
      {items.map(({ text, label, Icon, does, isDangerous }) => {
        const facts = {
          'aria-label': label,
          leftSection: <Icon size={16} aria-hidden />,
          ...(isDangerous && { color: 'red' }),
        }
        return typeof does === 'string' ? (
          <Menu.Item key={label} component={Link} to={does} {...facts}>
            {text}
          </Menu.Item>
        ) : (
          <Menu.Item key={label} onClick={does} {...facts}>
            {text}
          </Menu.Item>
        )
      })}
    </OpenedMenu>
  )
}
