import { type NotificationData, notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { t } from '../texts/texts.ts'

const successes = new Set<string>()
/** With what each is about, where it must be read before it goes. */
const errors = new Map<string, string | undefined>()

/** Of what went well the newest is enough, so that the page moves as little as can be. */
export function showSuccess(message: string, more?: ReactNode) {
  for (const id of successes) notifications.hide(id)
  const id = show({ title: message, message: more, color: 'green' }, successes)
  successes.add(id)
}

/** @param doubt what it is not known of whether it was done, such as a payment */
export function showError(message: string, more?: ReactNode, doubt?: string) {
  const id = show({ title: message, message: more, color: 'red', autoClose: 8_000 }, errors)
  errors.set(id, doubt)
}

/**
 * Whoever does something has seen what failed before: beside a success it would be taken for its failure.
 * A doubt, such as whether money was moved, is only taken away by the next try of the same.
 */
export function hideErrors(tried?: unknown) {
  for (const [id, doubt] of errors) {
    if (doubt === undefined || doubt === tried) notifications.hide(id)
  }
}

/** It is known by now. */
export function hideDoubt(about: string) {
  for (const [id, doubt] of errors) if (doubt === about) notifications.hide(id)
}

/** What is shown already is not shown twice. */
function show(toast: NotificationData, shown: { delete: (id: string) => unknown }): string {
  const { color, title, message } = toast
  const isTextOnly = !message || typeof message === 'string'
  const id = notifications.show({
    ...(isTextOnly && { id: [color, title, message].join(' ') }),
    closeButtonProps: { 'aria-label': t('action.close') },
    onClose: () => shown.delete(id),
    ...toast,
  })
  return id
}
