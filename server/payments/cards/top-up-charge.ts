import type { TopUpRefusal } from '@coinless/contract/choices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { toMinor } from '@coinless/contract/money.ts'
import { type Selectable, sql } from 'kysely'
import { cardTopUpEntry, topUpRefundEntry } from '../../ledger/entries/entries.ts'
import { mailTopUp } from '../../notifications/mail/top-up-mail.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { ChargePurpose } from './purpose.ts'

type TopUpRow = Selectable<Tables['top_ups']>

/** Puts the money on the code, or refunds it if the code cannot take it. */
export const topUpPurpose: ChargePurpose<TopUpRow> = {
  table: 'top_ups',
  what: 'top-up',
  notFound: 'top_up_not_found',
  dueAtOnce: sql`false`,
  decisionOf: async () => 'none',
  lockAccounts: async (transaction, id) => {
    // Locks the payer before the code, in the order that closing an account uses.
    await sql`select from users where id = (select payer_id from top_ups where id = ${id})
      for no key update`.execute(transaction)
  },
  lockDecision: async () => 'none',
  mayPrepare: async () => undefined,
  startMachine: async () => undefined,
  accept: refusalOf,
  book: async (transaction, config, topUp) => {
    await transaction
      .insertInto('ledger_entries')
      .values(cardTopUpEntry(topUp, Number(topUp.amount)))
      .execute()
    if (topUp.refusal) await sendBack(transaction, topUp, topUp.refusal)
    await mailTopUp(transaction, config, topUp)
  },
  lose: async () => undefined,
  publish: () => undefined,
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
  const balance = toMinor(code.remaining_balance) + toMinor(topUp.amount)
  return balance > limits.balanceMax ? 'code_full' : null
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
