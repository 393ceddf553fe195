import type { Transaction } from '@coinless/contract/transactions.ts'
import { type InsertObject, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'

export type Entry = InsertObject<Tables, 'ledger_entries'>

/** A code and its issuer. */
type OwnCode = Pick<Selectable<Tables['prepaid_codes']>, 'id' | 'user_id'>

/** Names of ledger accounts in SQL, from an id or a column. */
export const accounts = {
  /** Balance of a code. */
  code: account('code'),
  /** Codes sold by an issuer. */
  sold: account('sold'),
  /** Corrections by an issuer. */
  corrections: account('corrections'),
  /** Expired balances of an issuer's codes. */
  expired: account('expired'),
  /** Revenue of a device. */
  revenue: account('revenue'),
  /** Owed to a card payer whose code could not take the top-up. */
  owed: account('owed'),
  /** Balance at the card processor. */
  card: sql<string>`'card'`,
}

function account(type: string) {
  return (owner: string | RawBuilder<string>) =>
    sql<string>`ledger_account(${sql.lit(type)}, ${owner})`
}

/** @param amount in the currency, exact */
export function issueEntry(codeId: string, issuerId: string, amount: number): Entry {
  return {
    reason: 'issue',
    amount,
    debit_account: accounts.sold(issuerId),
    credit_account: accounts.code(codeId),
    prepaid_code_id: codeId,
    actor_id: issuerId,
  }
}

/** @param amount in the currency, exact */
export function topUpEntry(code: OwnCode, actorId: string, amount: number): Entry {
  return {
    reason: 'top_up',
    amount,
    debit_account: accounts.sold(code.user_id),
    credit_account: accounts.code(code.id),
    prepaid_code_id: code.id,
    actor_id: actorId,
  }
}

/** @param amount in the currency, exact; negative lowers the balance */
export function adjustmentEntry(
  code: OwnCode,
  actorId: string,
  amount: number,
  note: string,
): Entry {
  const account = accounts.code(code.id)
  const corrections = accounts.corrections(code.user_id)
  return {
    reason: 'adjustment',
    amount: Math.abs(amount),
    debit_account: amount < 0 ? account : corrections,
    credit_account: amount < 0 ? corrections : account,
    prepaid_code_id: code.id,
    note,
    actor_id: actorId,
  }
}

/** Restores an expired balance. @param amount in the currency, exact */
export function expiryUndoneEntry(code: OwnCode, actorId: string, amount: number): Entry {
  return {
    reason: 'expiry',
    amount,
    debit_account: accounts.expired(code.user_id),
    credit_account: accounts.code(code.id),
    prepaid_code_id: code.id,
    actor_id: actorId,
  }
}

/**
 * Refund to the source of the payment.
 * @param actorId null: automatic refund
 * @param amount in the currency, exact
 */
export function refundEntry(
  paid: Pick<Transaction, 'id' | 'device_id'> & { prepaid_code_id: string | null },
  refundId: string,
  actorId: string | null,
  amount: number,
): Entry {
  return {
    reason: 'refund',
    amount,
    debit_account: accounts.revenue(paid.device_id),
    credit_account: paid.prepaid_code_id ? accounts.code(paid.prepaid_code_id) : accounts.card,
    prepaid_code_id: paid.prepaid_code_id,
    transaction_id: paid.id,
    refund_id: refundId,
    actor_id: actorId,
  }
}

/**
 * A refund to a card that the bank returned. The refund's id makes it unique.
 * @param actorId null: automatic refund
 * @param amount in the currency, exact
 */
export function refundReversalEntry(
  paid: Pick<Transaction, 'id' | 'device_id'>,
  refundId: string,
  actorId: string | null,
  amount: number,
): Entry {
  return {
    id: refundId,
    reason: 'refund_failed',
    amount,
    debit_account: accounts.card,
    credit_account: accounts.revenue(paid.device_id),
    transaction_id: paid.id,
    actor_id: actorId,
  }
}

/** @param paid a transaction by code that is being recorded */
export function redemptionEntry(
  paid: Pick<Transaction, 'id' | 'device_id'>,
  codeId: string,
  payerId: string,
  amount: number,
): Entry {
  return {
    reason: 'redemption',
    amount,
    debit_account: accounts.code(codeId),
    credit_account: accounts.revenue(paid.device_id),
    prepaid_code_id: codeId,
    transaction_id: paid.id,
    actor_id: payerId,
  }
}

/** @param paid a transaction by card that is being recorded */
export function cardPaymentEntry(
  paid: Pick<Transaction, 'id' | 'device_id'>,
  payerId: string,
  amount: number,
): Entry {
  return {
    reason: 'card_payment',
    amount,
    debit_account: accounts.card,
    credit_account: accounts.revenue(paid.device_id),
    transaction_id: paid.id,
    actor_id: payerId,
  }
}

/** A top-up: credited to its code, or owed to the payer if the code cannot take it. */
export interface TopUpParts {
  id: string
  prepaid_code_id: string
  payer_id: string
  refusal: string | null
}

/** @param amount in the currency, exact */
export function cardTopUpEntry(topUp: TopUpParts, amount: number): Entry {
  return {
    id: topUp.id,
    reason: 'card_top_up',
    amount,
    debit_account: accounts.card,
    credit_account: holderOf(topUp),
    prepaid_code_id: codeOf(topUp),
    actor_id: topUp.payer_id,
  }
}

/**
 * Written before asking the processor, so that the money cannot be spent.
 * @param actorId null: the code could not take it
 * @param amount in the currency, exact
 */
export function topUpRefundEntry(
  topUp: TopUpParts,
  refundId: string,
  actorId: string | null,
  amount: number,
): Entry {
  return {
    id: refundId,
    reason: 'top_up_refund',
    amount,
    debit_account: holderOf(topUp),
    credit_account: accounts.card,
    prepaid_code_id: codeOf(topUp),
    actor_id: actorId,
  }
}

/** A refund that the processor refused. @param amount in the currency, exact */
export function topUpReversalEntry(
  topUp: TopUpParts,
  putBackId: string,
  actorId: string | null,
  amount: number,
): Entry {
  return {
    id: putBackId,
    reason: 'top_up_refund_failed',
    amount,
    debit_account: accounts.card,
    credit_account: holderOf(topUp),
    prepaid_code_id: codeOf(topUp),
    actor_id: actorId,
  }
}

function holderOf({ prepaid_code_id, payer_id, refusal }: TopUpParts) {
  return refusal === null ? accounts.code(prepaid_code_id) : accounts.owed(payer_id)
}

function codeOf({ prepaid_code_id, refusal }: TopUpParts) {
  return refusal === null ? prepaid_code_id : null
}
