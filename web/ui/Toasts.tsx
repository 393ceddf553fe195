import { Notification } from '@mantine/core'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { t } from '../texts/texts.ts'
import classes from './Toasts.module.css'
import { hideToast, shownToasts, subscribeToToasts, type Toast } from './toasts.ts'

/** The others wait until there is room. */
const mostAtOnce = 5

/**
 * Toasts stand within the header, where there is nothing to press. The header grows with those that
 * need more room (Shell.module.css), so that they never cover a part of the page.
 */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, shownToasts)
  const stack = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = stack.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const { bottom } = element.getBoundingClientRect()
      document.documentElement.style.setProperty('--toasts-bottom', `${Math.ceil(bottom)}px`)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return (
    <div ref={stack} className={`${classes.stack} screen-only`}>
      {toasts.slice(0, mostAtOnce).map((toast) => (
        <ShownToast key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function ShownToast({ toast }: { toast: Toast }) {
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // None goes while somebody reads, or is about to press what is in one.
    const isHeld = () => box.current?.parentElement?.matches(':hover, :focus-within')
    const timer = setInterval(() => isHeld() || hideToast(toast), toast.ms)
    return () => clearInterval(timer)
  }, [toast])

  return (
    <Notification
      ref={box}
      className={classes.toast ?? ''}
      title={toast.title}
      color={toast.color}
      onClose={() => hideToast(toast)}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {toast.message}
    </Notification>
  )
}
