import { toCents } from '@coinless/contract/money.ts'
import { sql } from 'kysely'
import type { Server } from '../../http/request/server.ts'
import type { RefundState } from '../../platform/card-processors/card-processor.ts'
import { isOurs } from '../../platform/card-processors/ownership.ts'
import type { Database } from '../../platform/database/connection.ts'
import { type CardRefund, cardRefundTransition } from './card-refund.ts'
import type { RefundPurpose, RefundRow } from './purpose.ts'

/**
 * Asks the card processor for a refund or its state, and stores the final outcome. Does nothing if the refund is not
 * pending.
 */
export async function settleRefund<Row extends RefundRow>(
  server: Server,
  purpose: RefundPurpose<Row>,
  id: string,
): Promise<void> {
  const { cardProcessor, database } = server
  const refund = await purpose.find(database, id)
  if (!refund) return
  const { processor_reference: reference } = refund
  if (reference === null) return purpose.owed?.(server, refund)
  if (!(await isOurs(cardProcessor, refund))) return
  const amount = toCents(refund.amount)
  const state = await cardProcessor.refund({ id, reference, amount })
  if (state.status !== 'pending') await advanceRefund(server, purpose, refund, state)
}

async function advanceRefund<Row extends RefundRow>(
  server: Server,
  purpose: RefundPurpose<Row>,
  refund: Row,
  state: RefundState,
): Promise<void> {
  const { app, config, database } = server
  const { id } = refund
  const difference = state.status === 'unmatched' ? state.difference : null
  const effects = await database.transaction().execute(async (transaction) => {
    await purpose.lock(transaction, refund)
    const before = await lockRefund(transaction, purpose.table, id)
    const { refund: after, effects } = cardRefundTransition(before, { kind: 'answered', state })
    if (effects.length > 0) {
      await sql`update ${sql.table(purpose.table)}
        set status = ${after.status}, difference = ${difference} where id = ${id}`.execute(
        transaction,
      )
    }
    for (const effect of effects) await purpose[effect](transaction, config, refund)
    return effects
  })
  if (effects.includes('differ')) app.log.error({ id, difference }, `${purpose.what} unmatched`)
  if (effects.length > 0) purpose.publish(server, refund)
}

async function lockRefund(
  transaction: Database,
  table: RefundPurpose<RefundRow>['table'],
  id: string,
): Promise<CardRefund> {
  const { rows } = await sql<CardRefund>`select status from ${sql.table(table)}
    where id = ${id} for no key update`.execute(transaction)
  if (!rows[0]) throw new Error(`${table} has no ${id}`)
  return rows[0]
}
