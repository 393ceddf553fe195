import type { ReactNode } from 'react'
import { createStore } from './store.ts'

export interface Toast {
  id: string
  title: string
  message: ReactNode
  color: 'green' | 'red'
  /** Display time in milliseconds. */
  ms: number
  /** The action with an unknown outcome, such as a payment: it must be read before it disappears. */
  doubt?: string | undefined
}

const successId = 'success'
const successMs = 4_000
const errorMs = 8_000

/** Oldest first. */
export const shownToasts = createStore<readonly Toast[]>([])
let errors = 0
let isLeaving = false

/** Call before the page is replaced: its calls fail because of what the next page says. */
export function suppressErrors(): void {
  isLeaving = true
}

/** Replaces the previous success toast. Two at once would briefly make the header higher and move controls. */
export function showSuccess(title: string, message?: ReactNode) {
  const toast: Toast = { id: successId, title, message, color: 'green', ms: successMs }
  const toasts = shownToasts.get()
  const isOneThere = toasts.some(({ id }) => id === successId)
  shownToasts.set(
    isOneThere ? toasts.map((each) => (each.id === successId ? toast : each)) : [...toasts, toast],
  )
}

/** Call when its message is no longer true. */
export function hideSuccess() {
  hide(({ id }) => id === successId)
}

/**
 * Does not repeat a toast that is shown.
 * @param doubt the action with an unknown outcome, such as a payment
 */
export function showError(title: string, message?: ReactNode, doubt?: string) {
  if (isLeaving) return
  const isTextOnly = !message || typeof message === 'string'
  const id = isTextOnly ? `error ${[title, message].join(' ')}` : `error ${errors++}`
  const toasts = shownToasts.get()
  if (toasts.some((each) => each.id === id)) return
  shownToasts.set([...toasts, { id, title, message, color: 'red', ms: errorMs, doubt }])
}

/**
 * Hides earlier errors when an action starts, because beside a success they would seem to belong to it. An unknown
 * outcome, such as of a payment, is hidden only by a retry of the same action.
 */
export function hideErrors(tried?: unknown) {
  hide(({ color, doubt }) => color === 'red' && (doubt === undefined || doubt === tried))
}

/** Call when the outcome is known. */
export function hideUnknownOutcome(about: string) {
  hide(({ doubt }) => doubt === about)
}

export function hideToast(toast: Toast) {
  hide((each) => each === toast)
}

function hide(isOver: (toast: Toast) => boolean) {
  const toasts = shownToasts.get()
  if (toasts.some(isOver)) shownToasts.set(toasts.filter((toast) => !isOver(toast)))
}
