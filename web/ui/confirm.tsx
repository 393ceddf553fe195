import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'
import { t } from '../texts/texts.ts'

interface Question {
  title: string
  text: ReactNode
  confirmLabel?: string
  onConfirm: () => void
}

/** Asks before something is deleted for good. The safe answer has the focus. */
export function confirmDeletion({ title, text, confirmLabel, onConfirm }: Question) {
  // It stays on the screen for a moment, for a second click or Enter.
  let isConfirmed = false
  modals.openConfirmModal({
    title,
    centered: true,
    closeButtonProps: { 'aria-label': t('action.close') },
    children: typeof text === 'string' ? <Text size="sm">{text}</Text> : text,
    labels: { cancel: t('action.cancel'), confirm: confirmLabel ?? t('action.delete') },
    confirmProps: { color: 'red' },
    cancelProps: { 'data-autofocus': true },
    onConfirm: () => {
      if (!isConfirmed) onConfirm()
      isConfirmed = true
    },
  })
}
