import { Button, type ButtonProps } from '@mantine/core'
import { type MouseEvent, type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { focusMain } from '../ui/focus-main.ts'
import { useFocusBack } from './use-focus-back.ts'

interface BusyButtonProps extends ButtonProps {
  isBusy: boolean
  onClick: (event: MouseEvent<HTMLButtonElement>) => void
  'aria-label'?: string
}

/** Within it the second tap of a double tap comes. */
const doubleTapMs = 400

/** Keeps the focus where it was: a button at work is disabled, and one that has done its work may go. */
export function BusyButton({ isBusy, ...props }: BusyButtonProps) {
  const isAtWork = useRest(isBusy)
  const button = useFocusBack(isAtWork)
  useFocusLeft(button)
  return <Button ref={button} loading={isAtWork} {...props} />
}

/** What was done soon may have made the button one that undoes it, under a finger that is about to tap again. */
function useRest(isBusy: boolean): boolean {
  const [isResting, setResting] = useState(false)
  useEffect(() => {
    if (!isBusy) return
    setResting(true)
    setTimeout(() => setResting(false), doubleTapMs)
  }, [isBusy])
  return isBusy || isResting
}

/** A button that goes leaves the focus to what it stood in. */
function useFocusLeft(ref: RefObject<HTMLButtonElement | null>) {
  useLayoutEffect(() => {
    const button = ref.current
    const around = button?.closest<HTMLElement>('[tabindex="-1"]')
    let hasFocus = false
    const come = () => {
      hasFocus = true
    }
    // Disabled, it loses the focus to nobody.
    const leave = ({ relatedTarget }: FocusEvent) => {
      hasFocus = relatedTarget === null
    }
    button?.addEventListener('focus', come)
    button?.addEventListener('blur', leave)
    return () => {
      button?.removeEventListener('focus', come)
      button?.removeEventListener('blur', leave)
      if (hasFocus) queueMicrotask(() => focusInstead(around))
    }
  }, [ref])
}

function focusInstead(around: HTMLElement | null | undefined) {
  if (document.activeElement !== document.body) return
  if (around?.isConnected) around.focus({ preventScroll: true })
  else focusMain()
}
