import type { IdempotencyKey } from '../../http/idempotency/idempotency-key.ts'
import { inSteps } from '../../http/idempotency/idempotent.ts'
import type { Server } from '../../http/request/server.ts'
import type { ChargeState } from '../../platform/card-processors/card-processor.ts'
import type { RunLimited } from '../../platform/concurrency/limit-concurrency.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { memoizeBriefly } from './memoize-briefly.ts'
import type { ChargePurpose, ChargeRow } from './purpose.ts'
import { findCharge, settleCharge } from './settle-charge.ts'
import { withTimeout } from './timeouts.ts'

export type AskOnce = ReturnType<typeof memoizeBriefly<ChargeState | undefined>>

export interface Turn {
  idempotencyKey: IdempotencyKey | undefined
  inTurn: RunLimited
}

/**
 * Charges a card. Stores the intention before asking the card processor and the answer after it, so that a repeated
 * call or the reconciler can resume after a crash.
 * @throws Refusal
 */
export async function chargeByCard<Row extends ChargeRow, Outcome>(
  server: Server,
  purpose: ChargePurpose<Row>,
  { idempotencyKey, inTurn }: Turn,
  paymentMethodId: string,
  begin: (transaction: Database) => Promise<{ id: string }>,
  outcomeOf: (id: string, clientSecret: string | null) => Promise<Outcome>,
): Promise<Outcome> {
  return inSteps(server.database, idempotencyKey, inTurn, begin, async (id) => {
    const row = await findCharge(server.database, purpose, id)
    const ask = () => settleCharge(server, purpose, row, { by: 'payer', paymentMethodId })
    return outcomeOf(id, await secretOf(server, row, ask))
  })
}

/**
 * Asks the card processor about the payer's pending charge, once for all concurrent callers.
 * @returns the client secret with which the payer can confirm it
 */
export function checkByCard<Row extends ChargeRow>(
  server: Server,
  purpose: ChargePurpose<Row>,
  askOnce: AskOnce,
  row: Row,
): Promise<string | null> {
  return secretOf(server, row, () =>
    askOnce(row.id, () => settleCharge(server, purpose, row, { by: 'payer' })),
  )
}

async function secretOf(
  server: Server,
  { status }: ChargeRow,
  ask: () => Promise<ChargeState | undefined>,
): Promise<string | null> {
  if (status !== 'pending') return null
  const state = await withTimeout(server, ask())
  return state?.status === 'pending' ? (state.clientSecret ?? null) : null
}
