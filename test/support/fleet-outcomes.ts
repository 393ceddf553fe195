import { sql } from 'kysely'
import type { Database } from '../../server/platform/database/connection.ts'
import { simulatedTerms } from '../../simulate/furnish.ts'

const { duration_minutes, minimum_duration_minutes } = simulatedTerms
const price = simulatedTerms.price * 100
const centsAMinute = price / duration_minutes
/** Maximum delay of a refund. */
const backSeconds = 60

/** A cycle, what happened to its money in cents, and how long its controller had it running. */
interface Outcome {
  id: string
  device_id: string
  state: string
  reason: string
  start: string
  isCard: boolean
  /** Refunded amount; a card that was never charged counts as fully refunded. */
  back: number
  /** Part of it refunded by people. */
  extra: number
  loss: number
  why: string | null
  backAfterSeconds: number | null
  ranMs: number
}

export async function outcomesOf(
  database: Database,
  ranMs: (deviceId: string, start: string) => number,
): Promise<Outcome[]> {
  const { rows } = await sql<Omit<Outcome, 'ranMs'>>`
    select coalesce(cycles.id, transactions.id) as id, cycles.device_id, state, reason,
      starts.id as start, cycles.card_payment_id is not null as "isCard",
      case when transactions.id is null then ${sql.lit(price)}
        else (coalesce(refunded.amount, 0) * 100)::int end as back,
      (manual_refund_amount * 100)::int as extra, (coalesce(losses.amount, 0) * 100)::int as loss, losses.why,
      extract(epoch from case when transactions.id is null then ended_at - card_payments.created_at
        else refunded.last - transactions.created_at end)::float as "backAfterSeconds"
    from cycles full join transactions on transactions.id = cycles.id
      left join card_payments on card_payments.id = cycles.card_payment_id
      left join starts on starts.cycle_id = cycles.id
      left join losses on losses.cycle_id = cycles.id
      left join (
        select transaction_id, sum(amount) as amount, max(created_at) as last
        from refunds where status = 'completed' group by transaction_id
      ) as refunded on refunded.transaction_id = transactions.id`.execute(database)
  return rows.map((row) => ({ ...row, ranMs: ranMs(row.device_id, row.start) }))
}

/**
 * @param lateSeconds delay of the computer that runs everything
 * @returns the fault, if the run is not worth the payment kept plus the recorded loss
 */
export function faultOf(outcome: Outcome, lateSeconds: number): string | undefined {
  const isLate = (outcome.backAfterSeconds ?? 0) > backSeconds + lateSeconds
  const isBackLate = outcome.state === 'not_started' && isLate
  const fault = kindOfFault(outcome) ?? (isBackLate ? 'refunded late' : undefined)
  return fault && `${fault}: ${JSON.stringify(outcome)}`
}

function kindOfFault({ state, reason, back, extra, loss, why, ranMs }: Outcome) {
  // Of a payer who has run this machine after a refund: the owner decides about the money.
  if (reason === 'undecided') return back > extra ? 'undecided, and refunded' : undefined
  const minutes = Math.floor(Math.round(ranMs) / 60_000)
  const worth = minutes < minimum_duration_minutes ? 0 : centsAMinute * minutes
  if (ranMs === 0 && back !== price) return 'paid, not started, and not refunded'
  if (state === 'not_started' && back !== price) return 'not started, and not refunded'
  if (back - extra + worth - loss > price) return 'refunded, has run, and is no loss'
  if (loss > 0 && (why !== 'ran_after_refund' || ranMs === 0)) return 'lost for no reason'
  if (state === 'interrupted' && extra === 0 && back + worth !== price) return 'not the minutes'
  if (state === 'finished' && (back > 0 || worth < price)) return 'finished, and cut short'
  return undefined
}

/** Summary for people. */
export function summaryOf(outcomes: Outcome[], refused: string[], lateSeconds: number): string {
  const longest = Math.max(...outcomes.map(({ backAfterSeconds }) => backAfterSeconds ?? 0))
  return [
    `${outcomes.length} paid, ${outcomes.filter(({ isCard }) => isCard).length} by card, ${outcomes.filter(({ ranMs }) => ranMs > 0).length} ran`,
    counted(outcomes.map(({ state, reason }) => `${state} (${reason})`)),
    `refused: ${counted(refused)}`,
    `losses: ${outcomes.filter(({ loss }) => loss > 0).length}`,
    `money back after ${longest.toFixed(1)} s at most, on a machine ${lateSeconds.toFixed(1)} s late`,
  ].join('; ')
}

function counted(values: string[]): string {
  return Object.entries(Object.groupBy(values, (value) => value))
    .map(([value, all]) => `${value} ${all?.length}`)
    .join(', ')
}
