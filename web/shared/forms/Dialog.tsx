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
  /** Content that is shown only once: no key or outside click closes it. */
  isShownOnce?: boolean
  /** For content to view. */
  isWide?: boolean
  /** Leaves room for a keyboard on the screen. */
  isAtTop?: boolean
  children: ReactNode
}

/** Confirms before closing with unsaved input. Stays mounted while closed, so that the focus returns to its place. */
export function Dialog(props: DialogProps) {
  const { title, isOpen, close, isShownOnce, isWide, isAtTop, children } = props
  const id = useId()
  const isAsking = useRef(false)
  // A dialog mounted open would not record the focused element.
  const [isShown, setShown] = useState(false)
  const opener = useRef<Element>(null)
  useEffect(() => {
    if (isOpen) opener.current = document.activeElement
    setShown(isOpen)
  }, [isOpen])

  /** A question above the dialog that closes with it may have returned the focus into it. */
  function returnFocus() {
    if (isFocusLost() && opener.current instanceof HTMLElement) {
      opener.current.focus({ preventScroll: true })
    }
    // The opening button was busy when the dialog opened.
    if (isFocusLost()) focusMain()
  }

  const leave = useEffectEvent(() => {
    if (isShown) queueMicrotask(() => document.activeElement === document.body && focusMain())
  })
  // An open dialog that is removed with what it is about takes the focus with it.
  useEffect(() => () => leave(), [])

  async function ask() {
    if (isAsking.current) return
    isAsking.current = true
    await closeUnlessKept(() => unsaved(id), close)
    // The Escape that answered the question still has to reach this dialog.
    setTimeout(() => {
      isAsking.current = false
    })
  }

  // A busy button has lost the focus, so keys go to the body.
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
      {...(isAtTop ? { yOffset: '1rem' } : { centered: true })}
      {...(isWide && { size: 'xl' })}
      onExitTransitionEnd={returnFocus}
      closeOnClickOutside={!isShownOnce}
      // Mantine's handler would also take the Escape meant for a question above this dialog.
      closeOnEscape={false}
      onKeyDown={({ key, target }) =>
        key === 'Escape' && !isShownOnce && !isListOpen(target) && void ask()
      }
    >
      <DialogContext value={{ id, close: () => void ask() }}>{children}</DialogContext>
    </Modal>
  )
}

/** Whether the field has an open list, which Escape closes first. Mantine marks it for its own dialogs. */
function isListOpen(field: EventTarget): boolean {
  return field instanceof HTMLElement && field.dataset.mantineStopPropagation === 'true'
}

export function CancelDialog() {
  const dialog = use(DialogContext)
  return (
    <Button variant="default" onClick={dialog?.close}>
      {t('action.cancel')}
    </Button>
  )
}

/** Closes unsaved content only after confirmation. */
export async function closeUnlessKept(held: typeof unsaved, close: () => void) {
  const question = {
    held,
    title: t('leaving.closeTitle'),
    texts: { ...leavingTexts, draft: 'leaving.closeText' },
    leave: t('leaving.closeIt'),
  } as const
  if (!held() || (await askToLeave(question))) close()
}
