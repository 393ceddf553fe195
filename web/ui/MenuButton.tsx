import {
  type ComponentProps,
  type ComponentType,
  cloneElement,
  type ReactElement,
  useState,
} from 'react'
import { t } from '../texts/texts.ts'
import { showError } from './toasts.ts'

export type ButtonElement = ReactElement<ComponentProps<'button'>>

export interface MenuProps {
  /** The button, around which the menu stands. */
  target: ButtonElement
}

interface MenuButtonProps<Props> {
  button: ButtonElement
  /** An `OpenedMenu` with its items. */
  load: () => Promise<{ default: ComponentType<MenuProps & Props> }>
  /** Loads it for somebody who has pressed, and brings it after an update of the server, too. */
  loadNow: <T>(load: () => Promise<T>) => Promise<T>
  /** What the items take. */
  props: Props
}

/** A button with a menu, whose code comes when somebody is about to press it. */
export function MenuButton<Props>({ button, load, loadNow, props }: MenuButtonProps<Props>) {
  const [Menu, setMenu] = useState<ComponentType<MenuProps & Props>>()
  if (Menu) return <Menu target={button} {...props} />
  // A failure shows when it is pressed.
  const prefetch = () => void load().catch(() => {})
  const open = () =>
    loadNow(load).then(
      ({ default: loaded }) => setMenu(() => loaded),
      () => showError(t('shell.menuFailed')),
    )
  return cloneElement(button, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: prefetch,
    onFocus: prefetch,
    onClick: open,
  })
}
