import type { CardRefusal, TopUpRefusal } from '@coinless/contract/choices.ts'
import type { NumericText } from '@coinless/contract/money.ts'
import type { CardPayment } from '@coinless/contract/payments.ts'
import type { RawBuilder, SqlBool } from 'kysely'
import type { Server } from '../../http/request/server.ts'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { CardRefund } from './card-refund.ts'
import type { Decision } from './charge.ts'

/** Columns that charges have in common. */
export interface ChargeRow {
  id: string
  amount: NumericText
  status: CardPayment['status']
  is_hold?: boolean
  refusal: CardRefusal | TopUpRefusal | null
  processor: 'sandbox' | 'stripe' | null
  processor_account: string | null
  processor_reference: string | null
}

/** The differences between charges: what they pay for, and the locks that this needs. */
export interface ChargePurpose<Row extends ChargeRow> {
  table: 'card_payments' | 'top_ups'
  what: 'card payment' | 'top-up'
  notFound: 'transaction_not_found' | 'top_up_not_found'
  /** Which pending rows no call handles, so that the reconciler does not wait for one. */
  dueAtOnce: RawBuilder<SqlBool>
  /** Without a lock, for the next call. */
  decisionOf(database: Database, row: Row): Promise<Decision>
  /** Before all other locks. Only a completed charge locks accounts. */
  lockAccounts(transaction: Database, id: string): Promise<void>
  /** Locks the cycle, before the charge. */
  lockDecision(transaction: Database, id: string): Promise<Decision>
  /** Asks what is paid for, before the processor. @returns why it cannot be paid for */
  mayPrepare(server: Server, row: Row): Promise<CardRefusal | undefined>
  /** @returns why the machine did not start */
  startMachine(server: Server, row: Row): Promise<CardRefusal | undefined>
  /** @returns why the money, which was taken, has to be refunded; stored with the status */
  accept(transaction: Database, row: Row): Promise<TopUpRefusal | null>
  /** Records the money. */
  book(transaction: Database, config: AppConfig, row: Row): Promise<void>
  /** A machine ran without money. */
  lose(transaction: Database, config: AppConfig, row: Row): Promise<void>
  publish(server: Server, row: Row): void
}

/** A refund. */
export interface RefundRow extends CardRefund {
  id: string
  amount: NumericText
  /** null: automatic refund. */
  actor_id: string | null
  processor: 'sandbox' | 'stripe' | null
  processor_account: string | null
  /** Reference of the charge; null: owed to a code. */
  processor_reference: string | null
}

/** The differences between refunds to cards. The effects run in the transaction of the new status. */
export interface RefundPurpose<Row extends RefundRow> {
  table: 'refunds' | 'top_up_refunds'
  what: 'refund' | 'top-up refund'
  /** As for charges. */
  dueAtOnce: RawBuilder<SqlBool>
  find(database: Database, id: string): Promise<Row | undefined>
  /** Settles a refund to a code, which needs no processor. */
  owed?(server: Server, refund: Row): Promise<void>
  /** Locks the cycle, before the refund. */
  lock(transaction: Database, refund: Row): Promise<void>
  complete(transaction: Database, config: AppConfig, refund: Row): Promise<void>
  return(transaction: Database, config: AppConfig, refund: Row): Promise<void>
  /** Reverses the booking, and notifies those who can refund again. */
  reverse(transaction: Database, config: AppConfig, refund: Row): Promise<void>
  differ(transaction: Database, config: AppConfig, refund: Row): Promise<void>
  publish(server: Server, refund: Row): void
}
