import { Button, type ButtonProps } from '@mantine/core'
import { type MouseEvent, type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { focusMain } from '../ui/focus-main.ts'
import { useFocusBack } from './use-focus-back.ts'

interface BusyButtonProps extends ButtonProps {
  isBusy: boolean
  onClick: (event: MouseEvent<HTMLButtonElement>) => void
  'aria-label'?: string
}

/** Time within which the second tap of a double tap comes. */
const doubleTapMs = 400

/** Keeps the focus in place: a busy button is disabled, and a finished one may be removed. */
export function BusyButton({ isBusy, ...props }: BusyButtonProps) {
  const isAtWork = useRest(isBusy)
  const button = useFocusBack(isAtWork)
  useFocusLeft(button)
  return <Button ref={button} loading={isAtWork} {...props} />
}

/**
 * Keeps a button busy for a moment: a fast action may turn it into its opposite under the second tap of a double tap.
 */
function useRest(isBusy: boolean): boolean {
  const [isResting, setResting] = useState(false)
  useEffect(() => {
    if (!isBusy) return
    setResting(true)
    setTimeout(() => setResting(false), doubleTapMs)
  }, [isBusy])
  return isBusy || isResting
}

/** Moves the focus of a removed element to the nearest container that is left. */
export function useFocusLeft(ref: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const button = ref.current
    const around = containersOf(button)
    let hasFocus = false
    const come = () => {
      hasFocus = true
    }
    // A disabled button loses the focus to no other element.
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

function containersOf(element: HTMLElement | null): HTMLElement[] {
  const nearest = element?.parentElement?.closest<HTMLElement>('[tabindex="-1"]')
  return nearest ? [nearest, ...containersOf(nearest)] : []
}

function focusInstead(around: readonly HTMLElement[]) {
  if (document.activeElement !== document.body) return
  const left = around.find((each) => each.isConnected)
  if (left) left.focus({ preventScroll: true })
  else focusMain()
}
