import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { type TextKey, t } from '../texts/texts.ts'
import { useStore } from '../ui/use-store.ts'
import { type Unsaved, unsavedHolders } from './unsaved.ts'

interface Leaving {
  /** Content that is unsaved at this moment. */
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
 * Confirms leaving unsaved content. The question closes once nothing is unsaved, and the user stays: an answer may have
 * led them elsewhere.
 * @returns whether the user leaves
 */
export function askToLeave({ held, texts, title, leave }: Leaving): Promise<boolean> {
  return new Promise((resolve) => {
    let last = held()
    /** Keeps the text while the question closes. */
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
    const unsubscribe = unsavedHolders.subscribe(() => {
      if (!held()) modals.close(id)
    })
  })
}

/** After a payment has failed, its input remains unsaved. */
function Reason({ held, texts }: Pick<Leaving, 'held' | 'texts'>) {
  const kind = useStore(unsavedHolders, held)
  return <Text size="sm">{kind && t(texts[kind])}</Text>
}
