import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import classes from './Toasts.module.css'

/**
 * Toasts stand within the header, where there is nothing to press. The header grows with those that
 * need more room (Shell.module.css), so that they never cover a part of the page.
 */
export function Toasts() {
  useEffect(() => {
    const stack = document.querySelector(`.${classes.root}[data-position=top-center]`)
    if (!stack) return
    const observer = new ResizeObserver(() => {
      const { bottom } = stack.getBoundingClientRect()
      document.documentElement.style.setProperty('--toasts-bottom', `${Math.ceil(bottom)}px`)
    })
    observer.observe(stack)
    return () => observer.disconnect()
  }, [])
  return (
    <Notifications
      position="top-center"
      withinPortal={false}
      // One that goes would take its room for a while beside the one that comes.
      transitionDuration={0}
      className="screen-only"
      classNames={{ root: classes.root ?? '', notification: classes.toast ?? '' }}
    />
  )
}
