import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useSyncExternalStore } from 'react'
import { type TextKey, t } from '../texts/texts.ts'
import { subscribeToUnsaved, type Unsaved } from './unsaved.ts'

interface Leaving {
  /** What would be left behind by now. */
  held: () => Unsaved | undefined
  texts: Record<Unsaved, TextKey>
  title?: string
  leave?: string
}

export const leavingTexts = {
  draft: 'leaving.text',
  secret: 'leaving.secretText',
  payment: 'leaving.paymentText',
} as const

/**
 * Asks before somebody leaves what they have not saved. The question goes by itself once nothing is
 * unsaved any more, and they stay: an answer that came meanwhile may have led them elsewhere.
 * @returns whether they leave
 */
export function askToLeave({ held, texts, title, leave }: Leaving): Promise<boolean> {
  return new Promise((resolve) => {
    let last = held()
    /** The text stays while the question goes. */
    const known = () => {
      last = held() ?? last
      return last
    }
    const id = modals.openConfirmModal({
      title: title ?? t('leaving.title'),
      centered: true,
      closeButtonProps: { 'aria-label': t('action.close') },
      children: <Reason held={known} texts={texts} />,
      labels: { cancel: t('leaving.stay'), confirm: leave ?? t('leaving.leave') },
      cancelProps: { 'data-autofocus': true },
      onConfirm: () => resolve(true),
      onClose: () => {
        unsubscribe()
        resolve(false)
      },
    })
    const unsubscribe = subscribeToUnsaved(() => {
      if (!held()) modals.close(id)
    })
  })
}

/** A payment that has failed leaves what was typed for it. */
function Reason({ held, texts }: Pick<Leaving, 'held' | 'texts'>) {
  const kind = useSyncExternalStore(subscribeToUnsaved, held)
  return <Text size="sm">{kind && t(texts[kind])}</Text>
}
