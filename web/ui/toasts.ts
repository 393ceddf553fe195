import { type NotificationData, notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { t } from '../texts/texts.ts'

const successId = 'success'
const successMs = [4_000, 4_001] as const
let successes = 0

/** With what each is about, where it must be read before it goes. */
const errors = new Map<string, string | undefined>()

/**
 * Of what went well the newest is enough. It takes the place of the one before: two at once would make
 * the header higher for a moment, and move what somebody is about to press.
 */
export function showSuccess(message: string, more?: ReactNode) {
  // Only another time starts anew.
  const autoClose = successMs[successes++ % 2] ?? true
  const toast = { ...toastOf(message, more), id: successId, color: 'green', autoClose }
  notifications.update(toast)
  notifications.show(toast)
}

/** What it says is not so any more. */
export function hideSuccess() {
  notifications.hide(successId)
}

/**
 * What is shown already is not shown twice.
 * @param doubt what it is not known of whether it was done, such as a payment
 */
export function showError(message: string, more?: ReactNode, doubt?: string) {
  const isTextOnly = !more || typeof more === 'string'
  const id = notifications.show({
    ...toastOf(message, more),
    ...(isTextOnly && { id: [message, more].join(' ') }),
    color: 'red',
    autoClose: 8_000,
    onClose: () => errors.delete(id),
  })
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

function toastOf(title: string, message: ReactNode): NotificationData {
  return { title, message, closeButtonProps: { 'aria-label': t('action.close') } }
}
