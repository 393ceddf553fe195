import { type NotificationData, notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { t } from '../texts/texts.ts'

const shown = { green: new Set<string>(), red: new Set<string>() }

/** Of what went well the newest is enough, so that the page moves as little as can be. */
export function showSuccess(message: string, more?: ReactNode) {
  hideAll('green')
  show('green', { title: message, message: more })
}

export function showError(message: string, more?: ReactNode) {
  show('red', { title: message, message: more, autoClose: 8_000 })
}

/** Whoever does something has seen what failed before: beside a success it would be taken for its failure. */
export function hideErrors() {
  hideAll('red')
}

/** What is shown already is not shown twice. */
function show(color: keyof typeof shown, toast: NotificationData) {
  const { title, message } = toast
  const isTextOnly = !message || typeof message === 'string'
  const id = notifications.show({
    ...(isTextOnly && { id: [color, title, message].join(' ') }),
    closeButtonProps: { 'aria-label': t('action.close') },
    color,
    onClose: () => shown[color].delete(id),
    ...toast,
  })
  shown[color].add(id)
}

function hideAll(color: keyof typeof shown) {
  for (const id of shown[color]) notifications.hide(id)
}
