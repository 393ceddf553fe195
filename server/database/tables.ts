import type { AuditEvent } from '@coinless/contract/audit.ts'
import type { Device } from '@coinless/contract/devices.ts'
import type { JsonObject } from '@coinless/contract/json-document.ts'
import type { Language } from '@coinless/contract/languages.ts'
import type { NumericText } from '@coinless/contract/money.ts'
import type { Passkey } from '@coinless/contract/passkeys.ts'
import type { CardPayment, UnsettledCard } from '@coinless/contract/payments.ts'
import type { CodeMovement, PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import type { Refund } from '@coinless/contract/refunds.ts'
import type { Transaction } from '@coinless/contract/transactions.ts'
import type { User } from '@coinless/contract/users.ts'
import type { ColumnType, Generated } from 'kysely'

type Timestamp = ColumnType<Date, Date | undefined, Date>
/** Read as exact text, written as a dollar number with at most two decimals. */
type Dollars = ColumnType<NumericText, number, number>

/** The contract's entity as a table: new fields need no line here, `Own` columns are not of it. */
type Table<Entity, Own> = Omit<Entity, keyof Own> & Own

/** What is known of a card payment, or of a refund to a card, at its processor. */
interface AtProcessor {
  processor: 'sandbox' | 'stripe' | null
  /** null: the processor has none, or it was not kept yet. */
  processor_account: string | null
  /** What the processor did otherwise than it was asked to. */
  difference: string | null
  /** How often the reconciler has asked, and when it asks again. */
  asks: Generated<number>
  next_ask_at: Timestamp
}

export interface Tables {
  users: Table<
    User,
    {
      id: Generated<string>
      email_verified: Generated<boolean>
      asked_to_accept_at: Generated<Date | null>
      verified_at: ColumnType<Date | null, never, never>
      closed_at: Generated<Date | null>
      roles: Generated<string[]>
      password_hash: string
      created_at: Timestamp
    }
  >
  sessions: {
    id: Generated<string>
    user_id: string
    created_at: Timestamp
    expires_at: Date
    ended_at: Date | null
    user_agent: Generated<string>
    last_seen_at: Generated<Date>
    second_factor: Generated<boolean>
    is_registration: Generated<boolean>
    network: Generated<string>
  }
  left_behind: {
    id: string
    user_id: string
    device_id: string | null
    prepaid_code_id: string | null
    was_in_use: boolean
    created_at: Date
  }
  refresh_tokens: {
    token_hash: Buffer
    session_id: string
    created_at: Timestamp
    replaced_at: Date | null
  }
  known_secret: {
    is_only: Generated<true>
    sealed: Buffer
  }
  authenticators: {
    user_id: string
    sealed_secret: Buffer
    created_at: Timestamp
    confirmed_at: Date | null
    last_step: Generated<number>
  }
  recovery_codes: {
    user_id: string
    code_hash: Buffer
  }
  passkeys: Table<
    Passkey,
    {
      id: Generated<string>
      user_id: string
      credential_id: string
      public_key: Buffer
      counter: number
      created_at: Timestamp
      last_used_at: Date | null
    }
  >
  passkey_challenges: {
    challenge: string
    purpose: 'sign_in' | 'proof' | 'creation'
    user_id: string | null
    expires_at: Date
  }
  call_counts: {
    caller: string
    started_at: Date
    calls: number
  }
  idempotency_keys: {
    user_id: string
    key: string
    request_hash: Buffer
    answer: ColumnType<unknown, string | undefined, string>
    created_at: Timestamp
  }
  email_codes: {
    user_id: string
    purpose: 'verification' | 'password'
    code_hash: Buffer
    created_at: Timestamp
    expires_at: Date
  }
  email_code_tries: {
    user_id: string
    purpose: 'verification' | 'password'
    code_hash: Buffer
    network: string
    tries: number
  }
  mails: {
    id: string
    sealed: Buffer
    tries: Generated<number>
    next_try_at: Timestamp
    created_at: Timestamp
    expires_at: Date
  }
  /** A row while the mail server takes no mail. */
  mail_outage: {
    is_only: Generated<boolean>
    since: Timestamp
    tries: Generated<number>
    next_try_at: Date
  }
  devices: Table<
    Omit<Device, 'run_by'>,
    {
      id: Generated<string>
      owner_id: string
      price: Dollars
      landlord_accepted: ColumnType<boolean, never, never>
      landlord_accepted_at: Generated<Date | null>
      saved_as_admin: Generated<boolean>
      coin_type: Generated<Device['coin_type']>
      status: Generated<Device['status']>
      created_at: Timestamp
      updated_at: Timestamp
      deleted_at: Date | null
      is_open: ColumnType<boolean, never, never>
      shares_number: Generated<boolean>
    }
  >
  prepaid_codes: Table<
    PrepaidCode,
    {
      id: Generated<string>
      user_id: string
      lookup_key: string
      /** null: issued before that was kept. */
      issuer_was_verified: ColumnType<boolean | null, never, never>
      issued_as_admin: Generated<boolean>
      balance: ColumnType<NumericText, never, never>
      remaining_balance: ColumnType<NumericText, never, never>
      entries: ColumnType<number, never, never>
      expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
      created_at: Timestamp
      deleted_at: Date | null
    }
  >
  transactions: Table<
    Omit<Transaction, 'refunded_amount'>,
    {
      device_label: Generated<string>
      location: Generated<string>
      paid_to: Generated<string>
      id: Generated<string>
      payer_id: string
      prepaid_code_id: string | null
      amount: Dollars
      customer_email: string | null
      processor_reference: string | null
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
    amount: Dollars
    duration_minutes: number
    customer_name: string
    customer_email: string
    language: Language
    processor_reference: string | null
    status: Generated<CardPayment['status']>
    created_at: Timestamp
  } & AtProcessor
  refunds: Table<
    Refund,
    {
      id: Generated<string>
      transaction_id: string
      amount: Dollars
      actor_id: string
      status: Generated<Refund['status']>
      created_at: Timestamp
    } & AtProcessor
  >
  /** Card payments and refunds to cards that have not come to an end. */
  open_cards: {
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
  /** One row, made by the first start. */
  installation: {
    id: Generated<string>
    is_only: Generated<boolean>
  }
  tallies: {
    audience: string
    /** UTC, or 'infinity': all months together. */
    month: string
    kind: string
    rows: number
  }
  tally_changes: Omit<Tables['tallies'], 'rows'> & { change: number }
  resources: {
    id: Generated<string>
    owner_id: string
    document: ColumnType<JsonObject, string, string>
    bytes: Generated<number>
    search_text: Generated<string>
    created_at: Timestamp
  }
  audit_events: Table<
    AuditEvent,
    {
      id: Generated<string>
      created_at: Timestamp
      details: ColumnType<AuditEvent['details'], string, never>
    }
  >
  ledger_entries: {
    id: Generated<string>
    reason: CodeMovement['reason'] | 'card_payment'
    amount: Dollars
    debit_account: string
    credit_account: string
    prepaid_code_id: string | null
    transaction_id: string | null
    refund_id: string | null
    note: string | null
    /** Which of its code's entries it is, and what was left on the code then. */
    code_entry: ColumnType<number | null, never, never>
    balance_after: ColumnType<NumericText | null, never, never>
    actor_id: string
    created_at: Timestamp
  }
  /** The entries of codes, with the amount negative where it was taken off the code. */
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
    actor_id: string
    created_at: Date
  }
}
