import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'

export function showSuccess(message: string, more?: ReactNode) {
  notifications.show({ color: 'green', title: message, message: more })
}

export function showError(message: string) {
  notifications.show({ color: 'red', title: message, message: null, autoClose: 8_000 })
}
