import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'

interface Question {
  title: string
  text: string
  onConfirm: () => void
}

/** Asks before something is deleted for good. The safe answer has the focus. */
export function confirmDeletion({ title, text, onConfirm }: Question) {
  modals.openConfirmModal({
    title,
    centered: true,
    children: <Text size="sm">{text}</Text>,
    labels: { cancel: 'Cancel', confirm: 'Delete' },
    confirmProps: { color: 'red' },
    cancelProps: { 'data-autofocus': true },
    onConfirm,
  })
}
