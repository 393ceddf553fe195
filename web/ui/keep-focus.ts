import type { MouseEvent } from 'react'
import { flushSync } from 'react-dom'

/** For a button that may go with what it does: the keyboard goes on at the first field around it that is left. */
export function keepFocus({ currentTarget }: MouseEvent<HTMLElement>, change: () => void): void {
  const around = [currentTarget.closest('section'), currentTarget.closest('form')]
  flushSync(change)
  if (document.activeElement !== document.body) return
  const left = around.find((each) => each?.isConnected)
  left?.querySelector<HTMLElement>('input, select, textarea')?.focus()
}
