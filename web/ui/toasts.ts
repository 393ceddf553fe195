import type { NotificationData } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { t } from '../texts/texts.ts'
import { loadOverlays } from './overlays.ts'

export function showSuccess(message: string, more?: ReactNode) {
  void show({ color: 'green', title: message, message: more })
}

export function showError(message: string, more?: ReactNode) {
  void show({ color: 'red', title: message, message: more, autoClose: 8_000 })
}

async function show(toast: NotificationData) {
  const { showToast } = await loadOverlays()
  showToast({ closeButtonProps: { 'aria-label': t('action.close') }, ...toast })
}
