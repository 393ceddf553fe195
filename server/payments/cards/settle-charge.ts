import type { CardRefusal } from '@coinless/contract/choices.ts'
import { toMinor } from '@coinless/contract/money.ts'
import { sql } from 'kysely'
import type { Server } from '../../http/request/server.ts'
import type { ChargeState, PreparedCharge } from '../../platform/card-processors/card-processor.ts'
import { isOurs } from '../../platform/card-processors/ownership.ts'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import {
  type Asker,
  type Charge,
  type ChargeEvent,
  type ChargeStep,
  chargeTransition,
} from './charge.ts'
import type { ChargePurpose, ChargeRow } from './purpose.ts'

interface Question {
  by: Asker
  /** Cancels the charge, because its time is over. */
  isGivenUp?: boolean
  /** Only in the payer's call that pays. */
  paymentMethodId?: string
}

/** @throws Refusal transaction_not_found, top_up_not_found */
export async function findCharge<Row extends ChargeRow>(
  database: Database,
  { table, notFound }: ChargePurpose<Row>,
  id: string,
): Promise<Row> {
  const { rows } = await sql<Row>`select * from ${sql.table(table)} where id = ${id}`.execute(
    database,
  )
  if (!rows[0]) throw new Refusal(notFound)
  return rows[0]
}

/** Locks a charge. Accounts and its cycle, if it has one, are locked before. */
export async function lockCharge<Row extends ChargeRow>(
  transaction: Database,
  table: ChargePurpose<Row>['table'],
  id: string,
): Promise<Row> {
  const { rows } = await sql<Row>`select * from ${sql.table(table)}
    where id = ${id} for no key update`.execute(transaction)
  if (!rows[0]) throw new Error(`${table} has no ${id}`)
  return rows[0]
}

export function chargeOf({ status, refusal, is_hold, processor_reference }: ChargeRow): Charge {
  return {
    status: status === 'refunded' ? 'completed' : status,
    isPrepared: processor_reference !== null,
    isHold: is_hold ?? false,
    isRefused: refusal !== null,
  }
}

/**
 * Continues a charge as far as it can: asks the processor and the machine, and stores the results. Safe to call at any
 * time, from any server.
 * @returns the processor's last answer; undefined when it was not asked: the charge has moved on, waits for its cycle,
 *   was never prepared, or is another account's
 */
export async function settleCharge<Row extends ChargeRow>(
  server: Server,
  purpose: ChargePurpose<Row>,
  row: Row,
  question: Question,
): Promise<ChargeState | undefined> {
  const { by, isGivenUp, paymentMethodId } = question
  const event: ChargeEvent = isGivenUp ? { kind: 'given_up' } : { kind: 'asked', by }
  const charge = chargeOf(row)
  const decision = await purpose.decisionOf(server.database, row)
  const step = chargeTransition(charge, event, decision)
  const { call } =
    step.charge === charge
      ? step
      : await advanceCharge(server, purpose, row.id, event, 'card_declined')
  if (call === 'prepare' && paymentMethodId)
    return prepare(server, purpose, row, { by, paymentMethodId })
  // One that was prepared since then is not given up.
  const prepared = preparedCharge(row)
  const isAsked = call === 'settle' || call === 'capture' || call === 'cancel'
  if (!isAsked || !prepared || !(await isOurs(server.cardProcessor, row))) return undefined
  return apply(server, purpose, row, await server.cardProcessor[call](prepared), question)
}

/**
 * Applies an event to a stored charge: locks it, decides, and writes the result with its effects.
 * @param refusal of the event `refused`
 */
export async function advanceCharge<Row extends ChargeRow>(
  server: Server,
  purpose: ChargePurpose<Row>,
  id: string,
  event: ChargeEvent,
  refusal: CardRefusal | null = null,
): Promise<ChargeStep> {
  const { app, config, database } = server
  const { row, step } = await database.transaction().execute(async (transaction) => {
    const isCompleted = event.kind === 'answered' && event.state.status === 'completed'
    if (isCompleted) await purpose.lockAccounts(transaction, id)
    const before = await purpose.lockDecision(transaction, id)
    const row = await lockCharge<Row>(transaction, purpose.table, id)
    // The cycle may have been created while this waited for the charge's lock.
    const decision = before === 'none' ? await purpose.lockDecision(transaction, id) : before
    const charge = chargeOf(row)
    const step = chargeTransition(charge, event, decision)
    const difference = differenceIn(event)
    if (step.charge !== charge)
      await write(transaction, config, purpose, row, { ...step, difference, refusal })
    return { row, step }
  })
  if (step.effects.includes('differ'))
    app.log.error({ id, difference: differenceIn(event) }, `${purpose.what} unmatched`)
  if (step.effects.length > 0) purpose.publish(server, row)
  return step
}

interface Written extends Pick<ChargeStep, 'charge' | 'effects'> {
  difference: string | null
  refusal: CardRefusal | null
}

async function write<Row extends ChargeRow>(
  transaction: Database,
  config: AppConfig,
  purpose: ChargePurpose<Row>,
  row: Row,
  { charge, effects, difference, refusal }: Written,
): Promise<void> {
  const isCompleted = effects.includes('complete')
  const isRefused = charge.isRefused && row.refusal === null
  const reason = isCompleted ? await purpose.accept(transaction, row) : isRefused ? refusal : null
  const { rows } = await sql<Row>`update ${sql.table(purpose.table)} set
      status = ${charge.status}, difference = ${difference},
      refusal = coalesce(refusal, ${reason}),
      next_attempt_at = ${isRefused ? sql`now()` : sql`next_attempt_at`}
    where id = ${row.id} returning *`.execute(transaction)
  const kept = rows[0] as Row
  if (isCompleted) await purpose.book(transaction, config, kept)
  if (effects.includes('lose')) await purpose.lose(transaction, config, kept)
}

function differenceIn(event: ChargeEvent): string | null {
  return event.kind === 'answered' && event.state.status === 'unmatched'
    ? event.state.difference
    : null
}

function preparedCharge(row: ChargeRow): PreparedCharge | undefined {
  const { id, processor_reference: reference, processor_account: account } = row
  const { isHold } = chargeOf(row)
  return reference === null
    ? undefined
    : { id, amount: toMinor(row.amount), isHold, reference, account }
}

type WithCard = Question & { paymentMethodId: string }

async function prepare<Row extends ChargeRow>(
  server: Server,
  purpose: ChargePurpose<Row>,
  row: Row,
  question: WithCard,
): Promise<ChargeState | undefined> {
  const refusal = await purpose.mayPrepare(server, row)
  if (refusal) {
    const { charge } = await advanceCharge(server, purpose, row.id, { kind: 'refused' }, refusal)
    if (charge.isRefused) return undefined
  }
  const kept = await keepReference(server, purpose, row, question.paymentMethodId)
  if (!kept || chargeTransition(chargeOf(kept), { kind: 'prepared' }, 'none').call !== 'confirm')
    return undefined
  return confirm(server, purpose, kept, question)
}

/**
 * Gets and stores the processor's id of the charge and its account before the card is charged, so that every charge
 * can be found again.
 * @returns undefined when it has moved on: given up, or paid by a repeated call
 */
async function keepReference<Row extends ChargeRow>(
  { cardProcessor, database }: Server,
  { table }: ChargePurpose<Row>,
  row: Row,
  paymentMethodId: string,
): Promise<Row | undefined> {
  const { isHold } = chargeOf(row)
  const account = await cardProcessor.account()
  const request = { id: row.id, amount: toMinor(row.amount), isHold, paymentMethodId }
  const reference = await cardProcessor.prepare(request)
  const { processor } = cardProcessor.settings
  const { rows } = await sql<Row>`update ${sql.table(table)} set
      processor = ${processor === 'off' ? null : processor}, processor_account = ${account},
      processor_reference = ${reference}
    where id = ${row.id} and status = 'pending'
      and coalesce(processor_reference, ${reference}) = ${reference}
    returning *`.execute(database)
  return rows[0]
}

/** Charges the card once: a retry returns the processor's first answer. */
async function confirm<Row extends ChargeRow>(
  server: Server,
  purpose: ChargePurpose<Row>,
  row: Row,
  { by, paymentMethodId }: WithCard,
): Promise<ChargeState | undefined> {
  const prepared = preparedCharge(row)
  if (!prepared) return undefined
  const state = await server.cardProcessor.confirm({ ...prepared, paymentMethodId })
  return apply(server, purpose, row, state, { by })
}

/** Stores a final answer, and makes the call that follows. */
async function apply<Row extends ChargeRow>(
  server: Server,
  purpose: ChargePurpose<Row>,
  row: Row,
  state: ChargeState,
  { by, paymentMethodId }: Question,
): Promise<ChargeState | undefined> {
  const hasCard = paymentMethodId !== undefined
  const event: ChargeEvent = { kind: 'answered', state, by, hasCard }
  const isFinal = ['completed', 'failed', 'unmatched'].includes(state.status)
  // Whether a machine can still start is decided under the charge's lock.
  const { call } = isFinal
    ? await advanceCharge(server, purpose, row.id, event)
    : chargeTransition(chargeOf(row), event, 'none')
  if (call === 'confirm' && hasCard) return confirm(server, purpose, row, { by, paymentMethodId })
  return call === 'start_machine' ? start(server, purpose, row, state) : state
}

/** A hold is voided if it starts nothing, and captured if there is nothing to start. */
async function start<Row extends ChargeRow>(
  server: Server,
  purpose: ChargePurpose<Row>,
  row: Row,
  state: ChargeState,
): Promise<ChargeState | undefined> {
  const refusal = await purpose.startMachine(server, row)
  if (refusal) await advanceCharge(server, purpose, row.id, { kind: 'refused' }, refusal)
  const begun = await findCharge(server.database, purpose, row.id)
  return settleCharge(server, purpose, begun, { by: 'anyone' }).catch((err) => {
    server.app.log.warn({ err }, 'card payment neither charged nor released yet')
    return state
  })
}
