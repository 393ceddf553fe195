import { Menu, type MenuProps } from '@mantine/core'
import { cloneElement, type FocusEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { ButtonElement } from './MenuButton.tsx'

interface OpenedMenuProps extends Omit<MenuProps, 'children'> {
  target: ButtonElement
  children: ReactNode
}

/** Opens upwards where the bottom bar of a phone would cover it. */
const aboveBottomBar = { flip: { padding: { bottom: 64 } }, shift: true }

/** Long items wrap instead of leaving the screen. */
const onScreen = { dropdown: { maxWidth: 'calc(100vw - 10px)' } }

/** A menu that opens on mount, because its button has been pressed already (`MenuButton`). */
export function OpenedMenu({ target, children, ...props }: OpenedMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const [takesFocusBack, setTakesFocusBack] = useState(true)
  const button = useRef<HTMLButtonElement>(null)
  const dropdown = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The menu returns the focus here when it closes.
    button.current?.focus()
    setOpen(true)
  }, [])

  function change(isNowOpen: boolean) {
    // At once, because a dialog that an item opens returns the focus to where it was.
    const isInside = dropdown.current?.contains(document.activeElement) === true
    if (!isNowOpen && isInside) button.current?.focus({ preventScroll: true })
    setOpen(isNowOpen)
    setTakesFocusBack(isNowOpen || !isInside)
  }

  /** A dialog that opens above the menu keeps the focus, or what is typed there would be lost. */
  function leave({ currentTarget, relatedTarget }: FocusEvent) {
    const isHere = [currentTarget, button.current].some((place) => place?.contains(relatedTarget))
    if (relatedTarget === null || isHere) return
    setOpen(false)
    setTakesFocusBack(false)
  }

  return (
    <Menu
      opened={isOpen}
      onChange={change}
      returnFocus={takesFocusBack}
      // Within its landmark, with items alone: a menu may hold nothing else that takes the focus.
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      middlewares={aboveBottomBar}
      styles={onScreen}
      {...props}
    >
      <Menu.Target>{cloneElement(target, { ref: button })}</Menu.Target>
      <Menu.Dropdown ref={dropdown} onBlur={leave}>
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}
