import type { Language } from '@coinless/contract/languages.ts'
import { limits } from '@coinless/contract/limits.ts'
import {
  fromMinor,
  type MinorUnits,
  type NumericText,
  plainAmount,
  toMinor,
} from '@coinless/contract/money.ts'
import type { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { assertVersion } from '../../http/routing/version.ts'
import {
  accounts,
  adjustmentEntry,
  type Entry,
  expiryUndoneEntry,
  topUpEntry,
} from '../../ledger/entries/entries.ts'
import { refundedBefore } from '../../ledger/transactions/refunded-before.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'
import { queueCodeMails } from '../code-mails/queue-code-mails.ts'
import { changeableFacts, findCode, lockLivingCode } from './prepaid-codes.ts'

type Code = Selectable<Tables['prepaid_codes']>

type TopUp = z.output<typeof prepaidCodes.topUp.body>
type Adjustment = z.output<typeof prepaidCodes.adjust.body>

/**
 * Adds money to a code.
 * @param language of a mail to its customer, if any
 * @throws Refusal
 */
export async function topUpCode(
  transaction: Database,
  caller: SignedInCaller,
  id: string,
  { amount, mail_customer, seen_balance, seen_remaining_balance, makes_good }: TopUp,
  language: Language,
) {
  const code = await lockLivingCode(transaction, caller, id)
  assertSeen(seen_balance, code.balance)
  assertSeen(seen_remaining_balance, code.remaining_balance)
  if (makes_good) await assertRefundsSeen(transaction, id, makes_good)
  await move(transaction, code, amount, topUpEntry(code, caller.id, amount))
  if (mail_customer) {
    await queueCodeMails(transaction, caller, language, [id], { kind: 'top_up', amount })
  }
  await recordEvent(transaction, caller, 'code_topped_up', { id }, { amount: plainAmount(amount) })
  return findCode(transaction, caller, id)
}

/**
 * Corrects the balance of a code.
 * @throws Refusal
 */
export async function adjustCode(
  transaction: Database,
  caller: SignedInCaller,
  id: string,
  { amount, reason, seen_remaining_balance }: Adjustment,
) {
  const code = await lockLivingCode(transaction, caller, id)
  assertSeen(seen_remaining_balance, code.remaining_balance)
  await move(transaction, code, amount, adjustmentEntry(code, caller.id, amount, reason))
  const details = { amount: plainAmount(amount), reason }
  await recordEvent(transaction, caller, 'code_adjusted', { id }, details)
  return findCode(transaction, caller, id)
}

/**
 * Sets or removes the expiry of a code. Restores a balance that an earlier expiry took.
 * @param expires_at ISO 8601, UTC
 * @throws Refusal
 */
export async function setExpiry(
  database: Database,
  caller: SignedInCaller,
  id: string,
  expires_at: string | null,
  version?: string,
) {
  assertInFuture(expires_at)
  return database.transaction().execute(async (transaction) => {
    const code = await lockLivingCode(transaction, caller, id)
    assertVersion(version, changeableFacts.end(code))
    await transaction
      .updateTable('prepaid_codes')
      .set({ expires_at })
      .where('id', '=', id)
      .execute()
    await restoreExpired(transaction, code, caller.id)
    const before = code.expires_at?.toISOString() ?? '–'
    const details = { expires_at: `${before} → ${expires_at ?? '–'}` }
    await recordEvent(transaction, caller, 'code_expiry_changed', { id }, details)
    return findCode(transaction, caller, id)
  })
}

/** @throws Refusal expiry_in_the_past */
export function assertInFuture(expiresAt: string | null): void {
  if (expiresAt && new Date(expiresAt) <= new Date()) throw new Refusal('expiry_in_the_past')
}

/**
 * Any credit raises a code to the maximum balance at most.
 * @param amount in the currency
 * @throws Refusal balance_too_high
 */
export function assertFits(remaining: NumericText, amount: number): void {
  if (toMinor(remaining) + toMinor(amount) > limits.balanceMax) {
    throw new Refusal('balance_too_high', { max: limits.balanceMax })
  }
}

/**
 * Rejects a decision that was based on an outdated balance.
 * @param seen amount that the caller saw; undefined: not sent
 * @throws Refusal money_moved_meanwhile
 */
export function assertSeen(seen: number | undefined, now: NumericText | number): void {
  if (seen !== undefined && toMinor(seen) !== toMinor(now)) {
    throw new Refusal('money_moved_meanwhile')
  }
}

/**
 * A refund locks the code, as the caller does: of two concurrent ones, the second sees the first.
 * @throws Refusal transaction_not_found, money_moved_meanwhile
 */
async function assertRefundsSeen(
  transaction: Database,
  codeId: string,
  { transaction_id, seen_refunded_amount }: NonNullable<TopUp['makes_good']>,
) {
  const paid = await transaction
    .selectFrom('transactions')
    .select('id')
    .where('id', '=', transaction_id)
    .where('prepaid_code_id', '=', codeId)
    .executeTakeFirst()
  if (!paid) throw new Refusal('transaction_not_found')
  assertSeen(seen_refunded_amount, await refundedBefore(transaction, paid.id))
}

/** Takes the remaining balance off expired codes, in favor of their issuers. */
export async function expireCodes(database: Database): Promise<void> {
  for (let ended: number = limits.expiredAtOnce; ended === limits.expiredAtOnce; ) {
    const { numAffectedRows } = await sql`
      with ended as (
        select * from prepaid_codes
        where expires_at <= now() and has_remaining_balance and deleted_at is null
        limit ${sql.lit(limits.expiredAtOnce)} for update skip locked
      )
      insert into ledger_entries (reason, amount, debit_account, credit_account, prepaid_code_id,
        actor_id)
      select 'expiry', remaining_balance, ${accounts.code(sql.ref('id'))},
        ${accounts.expired(sql.ref('user_id'))}, id, user_id
      from ended`.execute(database)
    ended = Number(numAffectedRows)
  }
}

/**
 * Restores balances that expiries took while the clock was ahead: both the entry and the expiry are in the future.
 */
export async function restoreEarlyExpiries(database: Database): Promise<void> {
  const early = await database
    .selectFrom('ledger_entries')
    .select('prepaid_code_id as id')
    .distinct()
    .where('reason', '=', 'expiry')
    .where('created_at', '>', sql<Date>`now()`)
    .execute()
  for (const { id } of early) {
    await database.transaction().execute(async (transaction) => {
      const code = await transaction
        .selectFrom('prepaid_codes')
        .select(['id', 'user_id', 'remaining_balance'])
        .where('id', '=', id)
        .where('expires_at', '>', sql<Date>`now()`)
        .where('deleted_at', 'is', null)
        .forUpdate()
        .executeTakeFirst()
      if (code) await restoreExpired(transaction, code, code.user_id)
    })
  }
}

/** Balance taken by expiries of a code, up to the maximum balance: the rest is restored later. */
async function restoreExpired(
  transaction: Database,
  code: Pick<Code, 'id' | 'user_id' | 'remaining_balance'>,
  actorId: string,
) {
  const taken = Math.min(
    await takenByExpiry(transaction, code.id),
    limits.balanceMax - toMinor(code.remaining_balance),
  ) as MinorUnits
  if (taken <= 0) return
  await transaction
    .insertInto('ledger_entries')
    .values(expiryUndoneEntry(code, actorId, fromMinor(taken)))
    .execute()
}

async function move(transaction: Database, code: Code, amount: number, entry: Entry) {
  if (code.expires_at && code.expires_at <= new Date()) throw new Refusal('code_expired')
  assertFits(code.remaining_balance, amount)
  const balance = toMinor(code.remaining_balance)
  if (balance + toMinor(amount) < 0) throw new Refusal('balance_too_low', { balance })
  await transaction.insertInto('ledger_entries').values(entry).execute()
}

async function takenByExpiry(transaction: Database, codeId: string): Promise<MinorUnits> {
  const { rows } = await sql<{ taken: NumericText }>`
    select coalesce(-sum(amount), 0) as taken from code_movements
    where prepaid_code_id = ${codeId} and reason = 'expiry'`.execute(transaction)
  return toMinor(rows[0]?.taken ?? 0)
}
