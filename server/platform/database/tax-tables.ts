import type { DeviceType, ReceiptKind, TaxDue } from '@coinless/contract/choices.ts'
import type { NumericText } from '@coinless/contract/money.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Amount, Computed, Timestamp } from './column-types.ts'

export interface TaxTables {
  /** Append-only. */
  business_details: {
    id: Generated<string>
    user_id: string
    effective_from: ColumnType<string, string, never>
    time_zone: string
    effective_at: ColumnType<Date, Date | string, never>
    name: string
    address: string
    tax_id: string | null
    tax_due: TaxDue
    created_at: Timestamp
  }
  tax_rates: {
    business_details_id: string
    /** null: all types without a rate of their own. */
    device_type: DeviceType | null
    /** Percent. */
    tax_rate: Amount
  }
  /** Append-only. */
  receipts: {
    id: Generated<string>
    seller_id: string
    year: number
    number: number
    document_number: Computed<string>
    kind: ReceiptKind
    /** Of a payment; null: of a card top-up. */
    transaction_id: string | null
    top_up_id: string | null
    /** Of a credit note, and of a receipt that cancels one. */
    refund_id: string | null
    issued_at: ColumnType<Date, Date | string, never>
    /** Percent; null: no tax is shown. */
    tax_rate: ColumnType<NumericText | null, number | null, never>
    gross: Amount
    tax: Amount
    seller_name: string
    seller_address: string
    seller_tax_id: string | null
    created_at: Timestamp
  }
  receipt_counters: {
    seller_id: string
    /** Payments until then have numbers, except those recorded late. */
    checked_until: Timestamp
  }
}
