import type { ReactNode } from 'react'

export interface Toast {
  id: string
  title: string
  message: ReactNode
  color: 'green' | 'red'
  /** For how long it is shown. */
  ms: number
  /** What it is not known of whether it was done, such as a payment: it must be read before it goes. */
  doubt?: string | undefined
}

const successId = 'success'
const successMs = 4_000
const errorMs = 8_000

let toasts: readonly Toast[] = []
let errors = 0
const listeners = new Set<() => void>()

/** For useSyncExternalStore, as the next one. Oldest first. */
export function shownToasts(): readonly Toast[] {
  return toasts
}

export function subscribeToToasts(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Of what went well the newest is enough. It takes the place of the one before: two at once would make
 * the header higher for a moment, and move what somebody is about to press.
 */
export function showSuccess(title: string, message?: ReactNode) {
  const toast: Toast = { id: successId, title, message, color: 'green', ms: successMs }
  const isOneThere = toasts.some(({ id }) => id === successId)
  show(
    isOneThere ? toasts.map((each) => (each.id === successId ? toast : each)) : [...toasts, toast],
  )
}

/** What it says is not so any more. */
export function hideSuccess() {
  hide(({ id }) => id === successId)
}

/**
 * What is shown already is not shown twice.
 * @param doubt what it is not known of whether it was done, such as a payment
 */
export function showError(title: string, message?: ReactNode, doubt?: string) {
  const isTextOnly = !message || typeof message === 'string'
  const id = isTextOnly ? `error ${[title, message].join(' ')}` : `error ${errors++}`
  if (toasts.some((each) => each.id === id)) return
  show([...toasts, { id, title, message, color: 'red', ms: errorMs, doubt }])
}

/**
 * Whoever does something has seen what failed before: beside a success it would be taken for its failure.
 * A doubt, such as whether money was moved, is only taken away by the next try of the same.
 */
export function hideErrors(tried?: unknown) {
  hide(({ color, doubt }) => color === 'red' && (doubt === undefined || doubt === tried))
}

/** It is known by now. */
export function hideDoubt(about: string) {
  hide(({ doubt }) => doubt === about)
}

export function hideToast(toast: Toast) {
  hide((each) => each === toast)
}

function hide(isOver: (toast: Toast) => boolean) {
  if (toasts.some(isOver)) show(toasts.filter((toast) => !isOver(toast)))
}

function show(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}
