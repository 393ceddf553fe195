import { createContext } from 'react'

/** Dialog around a form; null on the page. */
export const DialogContext = createContext<{
  id: string
  /** Confirms first if there is unsaved input. */
  close: () => void
} | null>(null)
