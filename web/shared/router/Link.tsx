import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { Link as WouterLink } from 'wouter'

interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  to: string
  replace?: boolean
}

/** wouter's link, which also calls `onClick` when a click opens a new tab, and has types that Mantine can read. */
export function Link({ onClick, ...props }: LinkProps) {
  function callForNewTab(event: MouseEvent<HTMLAnchorElement>) {
    const { altKey, ctrlKey, metaKey, shiftKey } = event
    if (altKey || ctrlKey || metaKey || shiftKey) onClick?.(event)
  }
  return <WouterLink {...props} onClick={onClick} onClickCapture={callForNewTab} />
}
