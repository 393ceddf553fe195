import { Anchor, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { Link } from '../router/Link.tsx'
import { t } from '../texts/texts.ts'
import { focusMain } from './focus-main.ts'

interface RepeatWarning {
  title: string
  text: string
  /** Label of the confirming button. */
  confirm?: string
  /** Page that shows the first payment. */
  link?: { to: string; label: string }
}

/** A link is followed by the caller, once the repeated input is discarded. */
export type RepeatChoice = 'once more' | 'not again' | { visit: string }

/**
 * Asks before money is moved a second time. The safe answer has the focus. Does not return the focus to the filled
 * form, where one more Enter would move the money.
 */
export function confirmRepeat({
  title,
  text,
  confirm,
  link,
}: RepeatWarning): Promise<RepeatChoice> {
  const isAboveDialog = document.querySelector('[role=dialog]') !== null
  return new Promise((resolve) => {
    const id = modals.openConfirmModal({
      title,
      centered: true,
      returnFocus: isAboveDialog,
      onExitTransitionEnd: () => isAboveDialog || focusMain(),
      closeButtonProps: { 'aria-label': t('action.close') },
      children: (
        <>
          <Text size="sm">{text}</Text>
          {link && (
            <Anchor
              component={Link}
              to={link.to}
              size="sm"
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return
                event.preventDefault()
                resolve({ visit: link.to })
                modals.close(id)
              }}
            >
              {link.label}
            </Anchor>
          )}
        </>
      ),
      labels: { cancel: t('onceMore.no'), confirm: confirm ?? t('onceMore.yes') },
      cancelProps: { 'data-autofocus': true },
      onConfirm: () => resolve('once more'),
      onClose: () => resolve('not again'),
    })
  })
}
