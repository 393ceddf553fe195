import type { NotificationData } from '@mantine/notifications'
import type { ComponentType, ReactNode } from 'react'
import { t } from '../texts/texts.ts'

let toaster: ComponentType | null = null
const listeners = new Set<() => void>()

/** Where toasts appear, once its code is there. */
export function currentToaster(): ComponentType | null {
  return toaster
}

export function subscribeToToaster(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function showSuccess(message: string, more?: ReactNode) {
  void show({ color: 'green', title: message, message: more })
}

export function showError(message: string) {
  void show({ color: 'red', title: message, message: null, autoClose: 8_000 })
}

async function show(toast: NotificationData) {
  const showToast = await loadToasts()
  showToast({ closeButtonProps: { 'aria-label': t('action.close') }, ...toast })
}

export async function loadToasts() {
  const { default: Toasts, show } = await import('./Toasts.tsx')
  toaster = Toasts
  for (const listener of listeners) listener()
  return show
}
