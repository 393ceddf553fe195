import { Text } from '@mantine/core'
import { t } from '../texts/texts.ts'
import { loadOverlays } from './overlays.ts'

interface Question {
  title: string
  text: string
  confirmLabel?: string
  onConfirm: () => void
}

/**
 * Asks before something is deleted for good. The safe answer has the focus. The browser asks instead
 * where our own question could not be loaded, after an update of the server for example.
 */
export async function confirmDeletion({ title, text, confirmLabel, onConfirm }: Question) {
  const overlays = await loadOverlays().catch(() => null)
  if (!overlays) {
    if (window.confirm(text)) onConfirm()
    return
  }
  overlays.ask({
    title,
    centered: true,
    closeButtonProps: { 'aria-label': t('action.close') },
    children: <Text size="sm">{text}</Text>,
    labels: { cancel: t('action.cancel'), confirm: confirmLabel ?? t('action.delete') },
    confirmProps: { color: 'red' },
    cancelProps: { 'data-autofocus': true },
    onConfirm,
  })
}
