import { toMinor } from '@coinless/contract/money.ts'
import { sql } from 'kysely'
import type { Server } from '../../http/request/server.ts'
import type {
  CardProcessor,
  RefundRequest,
  RefundState,
} from '../../platform/card-processors/card-processor.ts'
import { isOurs } from '../../platform/card-processors/ownership.ts'
import type { Database } from '../../platform/database/connection.ts'
import { type CardRefund, type CardRefundStep, cardRefundTransition } from './card-refund.ts'
import type { RefundPurpose, RefundRow } from './purpose.ts'

/**
 * Asks the card processor for a refund or its state, and stores the outcome.
 * @param kind 'asked' does nothing unless the refund is pending
 */
export async function settleRefund<Row extends RefundRow>(
  server: Server,
  purpose: RefundPurpose<Row>,
  id: string,
  kind: 'asked' | 'notified' = 'asked',
): Promise<void> {
  const { cardProcessor, database } = server
  const refund = await purpose.find(database, id)
  if (!refund) return
  let { call } = cardRefundTransition(refund, { kind })
  if (!call) return
  const { processor_reference: reference } = refund
  if (reference === null) return purpose.owed?.(server, refund)
  if (!(await isOurs(cardProcessor, refund))) return
  const request = { id, reference, amount: toMinor(refund.amount) }
  while (call) {
    const event = await ask(cardProcessor, call, request)
    call = event ? await advanceRefund(server, purpose, refund, event) : null
  }
}

interface Answer {
  kind: 'answered' | 'found'
  state: RefundState
}

/** @returns undefined if there is nothing to store */
async function ask(
  cardProcessor: CardProcessor,
  call: 'refund' | 'find',
  request: RefundRequest,
): Promise<Answer | undefined> {
  const isRefund = call === 'refund'
  const state = await (isRefund ? cardProcessor.refund(request) : cardProcessor.findRefund(request))
  if (!state || state.status === 'pending') return undefined
  return { kind: isRefund ? 'answered' : 'found', state }
}

/** @returns the next call */
async function advanceRefund<Row extends RefundRow>(
  server: Server,
  purpose: RefundPurpose<Row>,
  refund: Row,
  event: Answer,
): Promise<CardRefundStep['call']> {
  const { app, config, database } = server
  const { id } = refund
  const { state } = event
  const difference = state.status === 'unmatched' ? state.difference : null
  const { effects, call } = await database.transaction().execute(async (transaction) => {
    await purpose.lock(transaction, refund)
    const before = await lockRefund(transaction, purpose.table, id)
    const step = cardRefundTransition(before, event)
    if (step.effects.length > 0) {
      await sql`update ${sql.table(purpose.table)}
        set status = ${step.refund.status}, difference = ${difference} where id = ${id}`.execute(
        transaction,
      )
    }
    for (const effect of step.effects) await purpose[effect](transaction, config, refund)
    return step
  })
  if (effects.includes('reverse'))
    app.log.warn({ id }, `${purpose.what} failed after its completion`)
  if (effects.includes('differ')) app.log.error({ id, difference }, `${purpose.what} unmatched`)
  if (effects.length > 0) purpose.publish(server, refund)
  return call
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
