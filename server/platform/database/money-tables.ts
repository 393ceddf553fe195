import type { CardRefusal, TopUpRefusal } from '@coinless/contract/choices.ts'
import type { CodeMovement } from '@coinless/contract/code-movements.ts'
import type { Language } from '@coinless/contract/languages.ts'
import type { NumericText } from '@coinless/contract/money.ts'
import type { CardPayment, UnsettledCard } from '@coinless/contract/payments.ts'
import type { CodeBatch } from '@coinless/contract/prepaid-code-batches.ts'
import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import type { Refund } from '@coinless/contract/refunds.ts'
import type { TopUp, TopUpSettings } from '@coinless/contract/top-ups.ts'
import type { Transaction } from '@coinless/contract/transactions.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Amount, Computed, Table, Timestamp } from './column-types.ts'

/** State of a card payment, or of a refund to a card, at its processor. */
interface AtProcessor {
  processor: 'sandbox' | 'stripe' | null
  /** null: the processor has no accounts, or none was stored yet. */
  processor_account: string | null
  /** How the processor's action differs from the request. */
  difference: string | null
  /** Number of checks by the reconciler, and the time of the next one. */
  attempts: Generated<number>
  next_attempt_at: Timestamp
}

export interface MoneyTables {
  idempotency_keys: {
    user_id: string
    key: string
    request_hash: Buffer
    answer: ColumnType<unknown, string | undefined, string>
    created_at: Timestamp
  }
  prepaid_codes: Table<
    PrepaidCode,
    {
      id: Generated<string>
      user_id: string
      lookup_key: string
      /** null: issued before this was recorded. */
      issuer_was_verified: Computed<boolean | null>
      issued_as_admin: Generated<boolean>
      balance: Computed<NumericText>
      remaining_balance: Computed<NumericText>
      has_remaining_balance: Computed<boolean>
      entry_count: Computed<number>
      entry_count_at_transfer: Computed<number>
      holder_is_issuer: Computed<boolean>
      search_text: Computed<string>
      customer_search_text: Computed<string | null>
      /** Batch that issued the code, and its line in the batch. */
      batch_id: string | null
      batch_line: number | null
      expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
      created_at: Timestamp
      deleted_at: Date | null
    }
  >
  code_batches: Table<
    CodeBatch,
    {
      id: Generated<string>
      issued_as_admin: boolean
      balance: Amount
      search_text: Computed<string>
      expires_at: ColumnType<Date | null, string | null, string | null>
      created_at: Timestamp
    }
  >
  code_mails: {
    id: Generated<string>
    prepaid_code_id: string
    kind: 'issue' | 'top_up'
    amount: Amount | null
    user_id: string
    language: Language
    created_at: Timestamp
    due_at: Timestamp
    job_id: string | null
    is_refused: Generated<boolean>
    sent_at: Date | null
    is_current: Generated<boolean>
  }
  unrequested_mails: {
    address_hash: Buffer
    exact_hash: Buffer | null
    created_at: Timestamp
    kind: Generated<string>
  }
  transactions: Table<
    Omit<Transaction, 'refunded_amount' | 'refund_cause'>,
    {
      device_label: Generated<string>
      location: Generated<string>
      paid_to: Generated<string>
      id: Generated<string>
      payer_id: string
      prepaid_code_id: string | null
      amount: Amount
      customer_email: string | null
      processor_reference: string | null
      owner_id: Computed<string>
      landlord_email: Computed<string | null>
      search_text: Computed<string>
      created_at: Timestamp
    }
  >
  card_payments: {
    id: Generated<string>
    device_id: string
    payer_id: string
    device_number: string
    device_label: Generated<string>
    location: Generated<string>
    paid_to: Generated<string>
    amount: Amount
    duration_minutes: number
    programme: string | null
    customer_name: string
    customer_email: string
    language: Language
    /** The money is held first, and captured when the machine has started. */
    is_hold: Generated<boolean>
    /** Why it starts no machine; from then on it can only be voided. */
    refusal: Generated<CardRefusal | null>
    processor_reference: string | null
    status: Generated<CardPayment['status']>
    created_at: Timestamp
  } & AtProcessor
  refunds: Table<
    Omit<Refund, 'cause' | 'credit_note'>,
    {
      id: Generated<string>
      transaction_id: string
      amount: Amount
      /** null: automatic refund of a cycle. */
      actor_id: string | null
      status: Generated<Refund['status']>
      /** Device owner at the payment, and its payee if that is not the owner. */
      owner_id: Computed<string>
      payee_id: Computed<string | null>
      completed_at: Computed<Date | null>
      created_at: Timestamp
    } & AtProcessor
  >
  top_up_settings: Omit<TopUpSettings, 'amount_max' | 'balance_max'> & {
    user_id: string
    amount_max: Amount
    balance_max: Amount
  }
  top_ups: {
    id: Generated<string>
    prepaid_code_id: string
    payer_id: string
    issuer_id: string
    amount: Amount
    language: Language
    processor_reference: string | null
    status: Generated<TopUp['status']>
    /** Why the code did not accept it; it is refunded. */
    refusal: TopUpRefusal | null
    completed_at: Computed<Date | null>
    created_at: Timestamp
  } & AtProcessor
  top_up_refunds: {
    id: Generated<string>
    top_up_id: string
    /** Id of the ledger entry that credits the code again if the processor refuses the refund. */
    reversal_entry_id: Generated<string>
    amount: Amount
    reason: string
    /** null: automatic refund. */
    actor_id: string | null
    status: Generated<Refund['status']>
    completed_at: Computed<Date | null>
    created_at: Timestamp
  } & AtProcessor
  /** Unsettled card payments and refunds to cards. */
  unsettled_cards: {
    id: string
    kind: UnsettledCard['kind']
    status: CardPayment['status']
    amount: NumericText
    processor: AtProcessor['processor']
    processor_account: string | null
    processor_reference: string | null
    difference: string | null
    created_at: Date
  }
  ledger_entries: {
    id: Generated<string>
    reason: CodeMovement['reason'] | 'card_payment' | 'refund_failed'
    amount: Amount
    debit_account: string
    credit_account: string
    prepaid_code_id: string | null
    transaction_id: string | null
    refund_id: string | null
    note: string | null
    /** Position among the entries of its code, and the code's balance after it. */
    code_entry: Computed<number | null>
    balance_after: Computed<NumericText | null>
    /** null: automatic refund of a cycle. */
    actor_id: string | null
    created_at: Timestamp
  }
  /** Ledger entries of codes; amounts that reduce the balance are negative. */
  code_movements: {
    id: string
    prepaid_code_id: string
    transaction_id: string | null
    reason: CodeMovement['reason']
    refund_id: string | null
    note: string | null
    amount: NumericText
    code_entry: number
    balance_after: NumericText
    actor_id: string | null
    created_at: Date
  }
}
