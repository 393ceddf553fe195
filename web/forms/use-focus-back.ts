import { useLayoutEffect, useRef } from 'react'

/** For a button that is disabled while it is at work, which takes the focus off it. */
export function useFocusBack(isAtWork: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (isAtWork) hadFocus.current = document.activeElement === button.current
    else if (hadFocus.current && document.activeElement === document.body) button.current?.focus()
  }, [isAtWork])
  return button
}
