import { Menu, type MenuProps } from '@mantine/core'
import { cloneElement, type ReactNode, useEffect, useRef, useState } from 'react'
import type { ButtonElement } from './MenuButton.tsx'

interface OpenedMenuProps extends Omit<MenuProps, 'children'> {
  target: ButtonElement
  children: ReactNode
}

/** A menu that opens on mount, because its button has been pressed already (`MenuButton`). */
export function OpenedMenu({ target, children, ...props }: OpenedMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The menu returns the focus here when it closes.
    button.current?.focus()
    setOpen(true)
  }, [])
  return (
    <Menu opened={isOpen} onChange={setOpen} {...props}>
      <Menu.Target>{cloneElement(target, { ref: button })}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
