import { type NotificationData, notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { t } from '../texts/texts.ts'

export function showSuccess(message: string, more?: ReactNode) {
  show({ color: 'green', title: message, message: more })
}

export function showError(message: string, more?: ReactNode) {
  show({ color: 'red', title: message, message: more, autoClose: 8_000 })
}

/** What is shown already is not shown twice. */
function show(toast: NotificationData) {
  const { color, title, message } = toast
  const isTextOnly = !message || typeof message === 'string'
  notifications.show({
    ...(isTextOnly && { id: [color, title, message].join(' ') }),
    closeButtonProps: { 'aria-label': t('action.close') },
    ...toast,
  })
}
