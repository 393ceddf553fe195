import type { ReceiptKind } from '../choices.ts'
import type { MinorUnits } from '../money.ts'

/** Facts of a receipt. */
export interface Receipt {
  id: string
  deviceNumber: string
  amount: MinorUnits
  minutes: number
  /** null: the device has no programmes. */
  programme: string | null
  /** null: unknown; undefined: not for this reader. */
  customerName: string | null | undefined
  /** When it was paid, as people of a locale write it. */
  time: (locale: string) => string
}

/** What a receipt has after its number was assigned. */
export interface NumberedReceipt {
  kind: ReceiptKind
  number: string
  seller: string
  taxId: string | null
  /** Percent; null: no tax is shown. */
  rate: number | null
  tax: MinorUnits
  net: MinorUnits
}

/** What a refund returns, and of what. */
export interface CreditNote {
  /** Of the payment or top-up. */
  id: string
  amount: MinorUnits
  /** null: of a top-up. */
  deviceNumber: string | null
  time: (locale: string) => string
}

/** Refund to the payer of a machine that did not run as paid. */
export interface MoneyBack {
  amount: MinorUnits
  deviceNumber: string
  state: 'not_started' | 'interrupted'
  /** A sentence without its full stop. */
  cause: string
  /** hold: the card was never charged. owed: the code cannot take it yet. */
  way: 'code' | 'owed' | 'card' | 'hold'
}
