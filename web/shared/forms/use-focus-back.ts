import { useLayoutEffect, useRef } from 'react'

/** Restores the focus of a button that lost it by being disabled while busy. */
export function useFocusBack(isAtWork: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (isAtWork) hadFocus.current = document.activeElement === button.current
    else if (hadFocus.current && document.activeElement === document.body) button.current?.focus()
  }, [isAtWork])
  return button
}
