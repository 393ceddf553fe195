import type { LucideIcon } from 'lucide-react'

export interface Action {
  text: string
  /** Name for assistive technology, if the text alone does not tell which row it acts on. */
  label?: string
  Icon: LucideIcon
  /** An address, or what a press does. */
  does: string | (() => void)
  isDangerous?: boolean
}
