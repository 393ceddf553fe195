import type { TopUpRefusal } from '@coinless/contract/choices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { toCents } from '@coinless/contract/money.ts'
import { type Selectable, sql } from 'kysely'
import type { Server } from '../../http/request/server.ts'
import { cardTopUpEntry, topUpRefundEntry } from '../../ledger/entries/entries.ts'
import { mailTopUp } from '../../notifications/mail/top-up-mail.ts'
import type { ChargeState, PreparedCharge } from '../../platform/card-processors/card-processor.ts'
import { failUncharged } from '../../platform/card-processors/fail-uncharged.ts'
import { isOurs } from '../../platform/card-processors/ownership.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'

export type TopUpRow = Selectable<Tables['top_ups']>

const balanceMax = toCents(limits.balanceDollarsMax)

/** @throws Refusal top_up_not_found */
export async function findTopUpRow(database: Database, id: string): Promise<TopUpRow> {
  const query = database.selectFrom('top_ups').selectAll()
  const found = await query.where('id', '=', id).executeTakeFirst()
  if (!found) throw new Refusal('top_up_not_found')
  return found
}

export function preparedTopUp(topUp: TopUpRow): PreparedCharge | undefined {
  const { id, processor_reference: reference, processor_account: account } = topUp
  return reference === null
    ? undefined
    : { id, amount: toCents(topUp.amount), isHold: false, reference, account }
}

/**
 * Asks the processor for the state of a top-up and stores it. Safe to call at any time, from any server.
 * @returns undefined when it cannot be asked: never prepared, or another account's
 */
export async function reconcileTopUp(
  server: Server,
  topUp: TopUpRow,
): Promise<ChargeState | undefined> {
  const charge = preparedTopUp(topUp)
  if (!charge || !(await isOurs(server.cardProcessor, topUp))) return undefined
  const state = await server.cardProcessor.settle(charge)
  await keepTopUp(server, topUp.id, state)
  return state
}

/** Gives up a top-up that was not finished in time, at the processor first if there is a charge. */
export async function abandonTopUp(server: Server, topUp: TopUpRow): Promise<void> {
  const charge = preparedTopUp(topUp)
  if (!charge) await failUncharged(server.database, 'top_ups', topUp.id)
  else if (await isOurs(server.cardProcessor, topUp)) {
    await keepTopUp(server, topUp.id, await server.cardProcessor.cancel(charge))
  }
}

/**
 * Stores the final outcome once: the money is on the code, or the code cannot take it and it is refunded, or nothing was
 * charged. A charge that differs from the request is not a top-up.
 */
export async function keepTopUp(server: Server, id: string, state: ChargeState): Promise<void> {
  const { status } = state
  if (status !== 'completed' && status !== 'failed' && status !== 'unmatched') return
  const { app, config, database } = server
  const difference = status === 'unmatched' ? state.difference : null
  if (difference) app.log.error({ topUpId: id, difference }, 'top-up unmatched')
  await database.transaction().execute(async (transaction) => {
    // Locks the payer before the code, in the order that closing an account uses.
    await sql`select from users where id = (select payer_id from top_ups where id = ${id})
      for no key update`.execute(transaction)
    const topUp = await transaction
      .selectFrom('top_ups')
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .forUpdate()
      .executeTakeFirst()
    if (!topUp) return
    const refusal = status === 'completed' ? await refusalOf(transaction, topUp) : null
    await transaction
      .updateTable('top_ups')
      .set({ status, difference, refusal })
      .where('id', '=', id)
      .execute()
    if (status !== 'completed') return
    const kept = { ...topUp, refusal }
    await transaction
      .insertInto('ledger_entries')
      .values(cardTopUpEntry(kept, Number(topUp.amount)))
      .execute()
    if (refusal) await sendBack(transaction, kept, refusal)
    await mailTopUp(transaction, config, kept)
  })
}

/**
 * Why a code cannot take a paid top-up. The issuer's permission counts as of the start of the top-up; the state of the
 * code counts as of now.
 */
async function refusalOf(transaction: Database, topUp: TopUpRow): Promise<TopUpRefusal | null> {
  const code = await transaction
    .selectFrom('prepaid_codes')
    .select(['deleted_at', 'disabled', 'remaining_balance', 'user_id', 'customer_email'])
    .select(sql<boolean>`coalesce(expires_at <= now(), false)`.as('is_expired'))
    .where('id', '=', topUp.prepaid_code_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const payer = await transaction
    .selectFrom('users')
    .select(['email', 'email_verified'])
    .where('id', '=', topUp.payer_id)
    .executeTakeFirstOrThrow()
  const isHolder = payer.email_verified && payer.email === code.customer_email
  if (code.deleted_at) return 'code_deleted'
  if (code.disabled) return 'code_disabled'
  if (code.is_expired) return 'code_expired'
  if (code.user_id !== topUp.payer_id && !isHolder) return 'code_handed_on'
  const balance = toCents(code.remaining_balance) + toCents(topUp.amount)
  return balance > balanceMax ? 'code_full' : null
}

/** Refunds all of it automatically; the reconciler settles it. */
async function sendBack(transaction: Database, topUp: TopUpRow, reason: string): Promise<void> {
  const { id: top_up_id, processor, processor_account } = topUp
  const amount = Number(topUp.amount)
  const { id } = await transaction
    .insertInto('top_up_refunds')
    .values({ top_up_id, amount, reason, processor, processor_account })
    .returning('id')
    .executeTakeFirstOrThrow()
  await transaction
    .insertInto('ledger_entries')
    .values(topUpRefundEntry(topUp, id, null, amount))
    .execute()
}
