import type { ReactNode } from 'react'

interface AutosizeProps {
  mah: number | string
  children: ReactNode
}

function Autosize({ mah, children }: AutosizeProps) {
  return <div style={{ maxHeight: mah, overflowY: 'auto' }}>{children}</div>
}

// Replaces Mantine's scroll area (vite.config.ts). Dialogs and tables import it without use, and selects scroll
// natively; all of it would load with the first lists.
export const ScrollArea = Object.assign(() => null, { Autosize })
