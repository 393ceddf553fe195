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
  /** The button that the menu is attached to. */
  target: ButtonElement
}

interface MenuButtonProps<Props> {
  button: ButtonElement
  /** An `OpenedMenu` with its items. */
  load: () => Promise<{ default: ComponentType<MenuProps & Props> }>
  /** Loads it after a press, also across an update of the server. */
  loadNow: <T>(load: () => Promise<T>) => Promise<T>
  props: Props
}

/** A button with a menu. Loads the menu's code when a press is likely. */
export function MenuButton<Props>({ button, load, loadNow, props }: MenuButtonProps<Props>) {
  const [Menu, setMenu] = useState<ComponentType<MenuProps & Props>>()
  if (Menu) return <Menu target={button} {...props} />
  // Failures are reported on a press.
  const prefetch = () => void load().catch(() => {})
  function open() {
    const focused = document.activeElement
    // A menu that arrives late would take the focus from what the user does by then.
    const isAwaited = () => document.activeElement === focused
    loadNow(load).then(
      ({ default: loaded }) => isAwaited() && setMenu(() => loaded),
      () => showError(t('shell.menuFailed')),
    )
  }
  return cloneElement(button, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: prefetch,
    onFocus: prefetch,
    onClick: open,
  })
}
