import { createContext } from 'react'

/** The dialog around a form; null on the page itself. */
export const DialogContext = createContext<{
  id: string
  /** Asks first, when something is typed. */
  close: () => void
} | null>(null)
