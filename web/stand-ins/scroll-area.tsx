import type { ReactNode } from 'react'

interface AutosizeProps {
  mah: number | string
  children: ReactNode
}

function Autosize({ mah, children }: AutosizeProps) {
  return <div style={{ maxHeight: mah, overflowY: 'auto' }}>{children}</div>
}

// Stands in for Mantine's scroll area in the web app (vite.config.ts). Dialogs and tables know it without
// using it, and choices scroll as well by themselves: all of it would come with the first lists.
export const ScrollArea = Object.assign(() => null, { Autosize })
