import { t } from 'i18next'
import type { ReactNode } from 'react'

/** Not needed to show a screen, so it comes after it. */
export const loadToasts = () => import('./Toasts.tsx')

export function showSuccess(message: string, more?: ReactNode) {
  void show({ color: 'green', title: message, message: more })
}

export function showError(message: string) {
  void show({ color: 'red', title: message, message: null, autoClose: 8_000 })
}

async function show(toast: Parameters<Awaited<ReturnType<typeof loadToasts>>['show']>[0]) {
  const toasts = await loadToasts()
  toasts.show({ closeButtonProps: { 'aria-label': t('action.close') }, ...toast })
}
