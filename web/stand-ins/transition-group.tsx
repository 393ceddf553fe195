import type { ComponentProps, ReactNode } from 'react'

// Stands in for react-transition-group in the web app (vite.config.ts), by which Mantine's toasts come and
// go slowly. Ours do so at once (ui/Toasts.tsx), and the sign-in screen loads less.
export function TransitionGroup(props: ComponentProps<'div'>) {
  return <div {...props} />
}

export function Transition({ children }: { children: (phase: 'entered') => ReactNode }) {
  return children('entered')
}
