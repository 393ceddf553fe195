import type { AuditAction } from '@coinless/contract/choices.ts'
import type { Language } from '@coinless/contract/languages.ts'
import { limits } from '@coinless/contract/limits.ts'
import {
  fromMinor,
  type MinorUnits,
  type NumericText,
  plainAmount,
  toMinor,
} from '@coinless/contract/money.ts'
import type { BatchReport, prepaidCodeBatches } from '@coinless/contract/prepaid-code-batches.ts'
import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { lockSessionNowait } from '../../http/request/account-lock.ts'
import type { Answer } from '../../http/request/answer.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { refuseWithoutPower } from '../../http/request/session.ts'
import { accounts } from '../../ledger/entries/entries.ts'
import type { Database } from '../../platform/database/connection.ts'
import { visibleBatch } from '../../platform/policy/policy.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'
import { queueCodeMails } from '../code-mails/queue-code-mails.ts'
import { assertInFuture, assertSeen } from '../prepaid-codes/balance.ts'
import { codeLeft, codeNotMailed, enabledCode } from './batches.ts'

/**
 * Call within yieldToExclusive. A batch action applies to exactly as many codes as the caller confirmed, or to none.
 */
export interface BatchChange {
  caller: SignedInCaller
  id: string
  /** Number of codes that the caller confirmed. */
  codes: number
}

/** @throws Refusal */
export async function disableBatch(
  transaction: Database,
  change: BatchChange,
): Promise<Answer<BatchReport>> {
  const locked = await lockCodes(transaction, change, enabledCode)
  await transaction
    .updateTable('prepaid_codes')
    .set({ disabled: true })
    .where('id', 'in', idsOf(locked))
    .execute()
  return reported(transaction, change, 'code_batch_disabled', sumOf(locked))
}

/**
 * Extending restores expired balances, up to the maximum balance.
 * @throws Refusal
 */
export async function extendBatch(
  transaction: Database,
  change: BatchChange,
  expires_at: string | null,
): Promise<Answer<BatchReport>> {
  assertInFuture(expires_at)
  const locked = await lockCodes(transaction, change, enabledCode, { isKeptAlive: true })
  await transaction
    .updateTable('code_batches')
    .set({ expires_at })
    .where('id', '=', change.id)
    .execute()
  await transaction
    .updateTable('prepaid_codes')
    .set({ expires_at })
    .where('id', 'in', idsOf(locked))
    .execute()
  const { rows } = await sql<{ amount: NumericText }>`
    insert into ledger_entries (reason, amount, debit_account, credit_account, prepaid_code_id, actor_id)
    select 'expiry', amount, ${accounts.expired(sql.ref('user_id'))}, ${accounts.code(sql.ref('id'))}, id,
      ${change.caller.id}::uuid
    from (
      select code.id, code.user_id,
        least(-sum(amount), ${fromMinor(limits.balanceMax)}::numeric - remaining_balance) as amount
      from prepaid_codes as code join code_movements on prepaid_code_id = code.id
      where batch_id = ${change.id} and code.id in ${idsOf(locked)} and reason = 'expiry'
      group by code.id
    ) as lost
    where amount > 0
    returning amount`.execute(transaction)
  const back = rows.reduce((sum, { amount }) => sum + toMinor(amount), 0) as MinorUnits
  const dollars = fromMinor((toMinor(sumOf(locked)) + back) as MinorUnits)
  return reported(transaction, change, 'code_batch_expiry_changed', dollars, {
    expires_at: expires_at ?? '–',
  })
}

/**
 * Adds money to each remaining code.
 * @param language of mails to the customers, if any
 * @throws Refusal
 */
export async function topUpBatch(
  transaction: Database,
  change: BatchChange,
  { amount, mail_customers, seen_balance }: z.output<typeof prepaidCodeBatches.topUp.body>,
  language: Language,
): Promise<Answer<BatchReport>> {
  const locked = await lockCodes(transaction, change, codeLeft, { isKeptAlive: true })
  assertSeen(seen_balance, await putOn(transaction, change.id))
  const full = locked.filter(
    (code) => toMinor(code.remaining_balance) + toMinor(amount) > limits.balanceMax,
  )
  if (full.length > 0) {
    throw new Refusal('batch_balance_too_high', { codes: full.length, max: limits.balanceMax })
  }
  await sql`
    insert into ledger_entries (reason, amount, debit_account, credit_account, prepaid_code_id, actor_id)
    select 'top_up', ${amount}::numeric, ${accounts.sold(sql.ref('user_id'))}, ${accounts.code(sql.ref('id'))},
      id, ${change.caller.id}::uuid
    from prepaid_codes where id in ${idsOf(locked)}`.execute(transaction)
  if (mail_customers) {
    const ids = locked.map(({ id }) => id)
    await queueCodeMails(transaction, change.caller, language, ids, { kind: 'top_up', amount })
  }
  const dollars = fromMinor((toMinor(amount) * locked.length) as MinorUnits)
  return reported(transaction, change, 'code_batch_topped_up', dollars, {
    amount: plainAmount(amount),
  })
}

/**
 * Mails customers the codes that were not mailed yet.
 * @throws Refusal
 */
export async function mailBatch(
  transaction: Database,
  change: BatchChange,
  language: Language,
): Promise<Answer<BatchReport>> {
  const locked = await lockCodes(transaction, change, codeNotMailed)
  const ids = locked.map(({ id }) => id)
  await queueCodeMails(transaction, change.caller, language, ids, { kind: 'issue' })
  return reported(transaction, change, 'code_batch_mailed', sumOf(locked))
}

type LockedCode = { id: string; remaining_balance: NumericText }

/**
 * Locks the batch, then the affected codes in order of id.
 * @throws Refusal batch_not_found, batch_changed, admin_only, second_factor_required
 */
async function lockCodes(
  transaction: Database,
  { caller, id, codes }: BatchChange,
  which: typeof enabledCode,
  { isKeptAlive = false } = {},
): Promise<LockedCode[]> {
  const batch = await transaction
    .selectFrom('code_batches')
    .select('issued_as_admin')
    .where('id', '=', id)
    .where(visibleBatch(caller))
    .forUpdate()
    .executeTakeFirst()
  if (!batch) throw new Refusal('batch_not_found')
  if (batch.issued_as_admin && isKeptAlive) refuseWithoutPower(caller)
  const locked = await transaction
    .selectFrom('prepaid_codes')
    .select(['id', 'remaining_balance'])
    .where('batch_id', '=', id)
    .where(which as ReturnType<typeof sql<SqlBool>>)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (locked.length !== codes) throw new Refusal('batch_changed', { codes: locked.length })
  return locked
}

/** Total amount added to the codes of a batch. */
async function putOn(transaction: Database, id: string) {
  const { rows } = await sql<{ dollars: NumericText }>`
    select coalesce(sum(balance), 0) as dollars from prepaid_codes where batch_id = ${id}`.execute(
    transaction,
  )
  return rows[0]?.dollars ?? 0
}

function idsOf(locked: readonly LockedCode[]) {
  return sql<string>`(select unnest(${locked.map(({ id }) => id)}::uuid[]))`
}

function sumOf(locked: readonly LockedCode[]): number {
  const sum = locked.reduce((left, code) => left + toMinor(code.remaining_balance), 0)
  return fromMinor(sum as MinorUnits)
}

async function reported(
  transaction: Database,
  { caller, id, codes }: BatchChange,
  action: AuditAction & `code_batch_${string}`,
  dollars: number,
  details: Record<string, string> = {},
) {
  const told = { codes: String(codes), ...details }
  await recordEvent(transaction, caller, action, { id }, told)
  await lockSessionNowait(transaction, caller)
  return { codes, dollars }
}
