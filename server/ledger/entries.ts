import type { Transaction } from '@coinless/contract/transactions.ts'
import type { Insertable } from 'kysely'
import type { Tables } from '../database/tables.ts'

type Entry = Insertable<Tables['ledger_entries']>

/** The names of accounts, as migration 012 says. */
const accounts = {
  /** What a code holds. */
  code: (codeId: string) => `code:${codeId}`,
  /** What an issuer took for codes. */
  sold: (issuerId: string) => `sold:${issuerId}`,
  /** What a device earned. */
  takings: (deviceId: string) => `takings:${deviceId}`,
  /** What the card processor holds. */
  card: 'card',
}

/** @param amount dollars with at most two decimals */
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

/** @param paid a transaction by code as it is recorded; its amount in dollars */
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
    credit_account: accounts.takings(paid.device_id),
    prepaid_code_id: codeId,
    transaction_id: paid.id,
    actor_id: payerId,
  }
}

/** @param paid a transaction by card as it is recorded; its amount in dollars */
export function cardPaymentEntry(
  paid: Pick<Transaction, 'id' | 'device_id'>,
  payerId: string,
  amount: number,
): Entry {
  return {
    reason: 'card_payment',
    amount,
    debit_account: accounts.card,
    credit_account: accounts.takings(paid.device_id),
    transaction_id: paid.id,
    actor_id: payerId,
  }
}
