import { Button, Modal } from '@mantine/core'
import { type ReactNode, use, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { askToLeave, leavingTexts } from '../navigation/leaving.tsx'
import { unsaved } from '../navigation/unsaved.ts'
import { t } from '../texts/texts.ts'
import { focusMain, isFocusLost } from '../ui/focus-main.ts'
import { DialogContext } from './dialog-context.ts'

interface DialogProps {
  title: ReactNode
  isOpen: boolean
  close: () => void
  /** What is shown only once is not closed by a key or a click beside it. */
  isShownOnce?: boolean
  /** For what is looked at. */
  isWide?: boolean
  children: ReactNode
}

/**
 * Asks before it is closed with something typed, in whatever way. It stays drawn while it is closed, so
 * that the focus goes back to where it was.
 */
export function Dialog({ title, isOpen, close, isShownOnce, isWide, children }: DialogProps) {
  const id = useId()
  const isAsking = useRef(false)
  // One that is drawn open would not note where the focus was.
  const [isShown, setShown] = useState(false)
  const opener = useRef<Element>(null)
  useEffect(() => {
    if (isOpen) opener.current = document.activeElement
    setShown(isOpen)
  }, [isOpen])

  /** A question above it that closes with it has given the focus back into it. */
  function returnFocus() {
    if (isFocusLost() && opener.current instanceof HTMLElement) {
      opener.current.focus({ preventScroll: true })
    }
    // The button that opened it was at work then.
    if (isFocusLost()) focusMain()
  }

  async function ask() {
    if (isAsking.current) return
    isAsking.current = true
    await closeUnlessKept(() => unsaved(id), close)
    // The Escape that has answered the question is still on its way here.
    setTimeout(() => {
      isAsking.current = false
    })
  }

  // A button at work has lost the focus, which is nowhere then.
  const askFromNowhere = useEffectEvent(({ key, target }: KeyboardEvent) => {
    if (key === 'Escape' && target === document.body && !isShownOnce) void ask()
  })
  useEffect(() => {
    if (!isShown) return
    document.addEventListener('keydown', askFromNowhere)
    return () => document.removeEventListener('keydown', askFromNowhere)
  }, [isShown])

  return (
    <Modal
      opened={isShown}
      onClose={() => void ask()}
      title={title}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      centered
      {...(isWide && { size: 'xl' })}
      onExitTransitionEnd={returnFocus}
      closeOnClickOutside={!isShownOnce}
      // Mantine's would also take the Escape that is meant for a question above this dialog.
      closeOnEscape={false}
      onKeyDown={({ key }) => key === 'Escape' && !isShownOnce && void ask()}
    >
      <DialogContext value={{ id, close: () => void ask() }}>{children}</DialogContext>
    </Modal>
  )
}

export function CancelDialog() {
  const dialog = use(DialogContext)
  return (
    <Button variant="default" onClick={dialog?.close}>
      {t('action.cancel')}
    </Button>
  )
}

/** Closes what holds something unsaved only if the person says so. */
export async function closeUnlessKept(held: typeof unsaved, close: () => void) {
  const question = {
    held,
    title: t('leaving.closeTitle'),
    texts: { ...leavingTexts, draft: 'leaving.closeText' },
    leave: t('leaving.closeIt'),
  } as const
  if (!held() || (await askToLeave(question))) close()
}
