import type { Slot } from '@coinless/contract/booking-plans.ts'

/** What a dialog changes in the slots of a group. */
export type SlotEdit =
  | { kind: 'fill' }
  | { kind: 'copy'; weekday: number }
  /** Without an index: a new slot. */
  | { kind: 'slot'; slot: Slot; index?: number; opener?: HTMLElement }

export type WeekEdit = SlotEdit & { group: number }

export interface WeekFormProps {
  slots: readonly Slot[]
  /** Also closes the dialog. */
  change: (slots: Slot[]) => void
}
