import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'
import { t } from '../texts/texts.ts'
import { isFocusLost } from './focus-main.ts'

interface Question {
  title: string
  text: ReactNode
  confirmLabel?: string
  /** Color of the button; red unless the action can be repeated. */
  color?: string
  onConfirm: () => void
}

/** Takes the focus where the opening button cannot. A menu and its items are gone by then. */
const lasting = '[tabindex="-1"]:not([role=menu], [role=menuitem])'

/** Asks before an action that cannot be undone, usually a deletion. The safe answer has the focus. */
export function confirmDeletion(question: Question) {
  const { title, text, confirmLabel, color = 'red', onConfirm } = question
  // The dialog stays visible for a moment, and may get a second click or Enter.
  let isConfirmed = false
  const isAboveDialog = document.querySelector('[role=dialog]') !== null
  const around = document.activeElement?.closest<HTMLElement>(lasting)
  // The opening button may be busy or removed by then, and cannot take the focus.
  function keepFocus() {
    if (isFocusLost() && !isAboveDialog) around?.focus({ preventScroll: true })
  }
  modals.openConfirmModal({
    title,
    centered: true,
    onExitTransitionEnd: keepFocus,
    closeButtonProps: { 'aria-label': t('action.close') },
    children: typeof text === 'string' ? <Text size="sm">{text}</Text> : text,
    labels: { cancel: t('action.cancel'), confirm: confirmLabel ?? t('action.delete') },
    confirmProps: { color },
    cancelProps: { 'data-autofocus': true },
    onConfirm: () => {
      if (!isConfirmed) onConfirm()
      isConfirmed = true
    },
  })
}
