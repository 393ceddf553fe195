import { notifications } from '@mantine/notifications'
import { t } from 'i18next'
import type { ReactNode } from 'react'

export function showSuccess(message: string, more?: ReactNode) {
  notifications.show({ ...closable(), color: 'green', title: message, message: more })
}

export function showError(message: string) {
  notifications.show({
    ...closable(),
    color: 'red',
    title: message,
    message: null,
    autoClose: 8_000,
  })
}

function closable() {
  return { closeButtonProps: { 'aria-label': t('action.close') } }
}
