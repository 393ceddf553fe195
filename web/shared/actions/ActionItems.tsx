import { Menu } from '@mantine/core'
import { Link } from '../router/Link.tsx'
import type { MenuProps } from '../ui/MenuButton.tsx'
import { OpenedMenu } from '../ui/OpenedMenu.tsx'
import type { Action } from './action.ts'

/** The actions of a page or row that have no button of their own. */
export default function ActionItems({ target, items }: MenuProps & { items: Action[] }) {
  return (
    <OpenedMenu target={target} position="bottom-end">
      {items.map(({ text, label = text, Icon, does, isDangerous }) => {
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
