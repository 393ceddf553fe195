import { Notification } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { t } from '../texts/texts.ts'
import classes from './Toasts.module.css'
import { hideToast, shownToasts, type Toast } from './toasts.ts'
import { useStore } from './use-store.ts'

/** Further toasts wait for space. */
const mostAtOnce = 5

/**
 * Shows toasts within the header, over its space without controls. The header grows if they need more
 * (Shell.module.css), so that they never cover the page. Saves 7 kB of 157 for the sign-in screen, compared with
 * @mantine/notifications.
 */
export function Toasts() {
  const toasts = useStore(shownToasts)
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
    // No toast disappears while the user reads one or is about to press something in it.
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
