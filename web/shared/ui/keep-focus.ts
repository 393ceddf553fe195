import type { MouseEvent } from 'react'
import { flushSync } from 'react-dom'

/** For a button that its action may remove: moves the focus to the first remaining field around it. */
export function keepFocus({ currentTarget }: MouseEvent<HTMLElement>, change: () => void): void {
  const around = [currentTarget.closest('section'), currentTarget.closest('form')]
  flushSync(change)
  if (document.activeElement !== document.body) return
  const left = around.find((each) => each?.isConnected)
  left?.querySelector<HTMLElement>('input, select, textarea')?.focus()
}
