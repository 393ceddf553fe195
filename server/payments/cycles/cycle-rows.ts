import type { CycleReason } from '@coinless/contract/choices.ts'
import type { CoinType } from '@coinless/contract/coins.ts'
import { fromMinor, type NumericText, toMinor } from '@coinless/contract/money.ts'
import { type Selectable, sql, type Updateable } from 'kysely'
import { preparedStatement } from '../../platform/database/client.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Cycle, Facts } from './cycle.ts'
import { hasRunAfterRefund } from './ran-after-refund.ts'
import { shiftToNow } from './set-back.ts'
import { startMs } from './starting.ts'

type Row = Selectable<Tables['cycles']>

/** A cycle's row with everything needed to advance it. */
export interface KnownCycle {
  cycle: Cycle
  facts: Facts
  row: Row
  /** The last start; null without a link. */
  start: { id: string; number: 1 | 2; controllerId: string; channel: number } | null
  /** null: none, or removed. */
  link: Selectable<Tables['device_links']> | null
  coin: CoinType
  /** `guests`: all guests together. */
  payerId: string
}

/** Locks the cycle. Lock order: cycle, payment, link. */
export async function lockCycle(
  transaction: Database,
  id: string,
  { skipLocked = false } = {},
): Promise<{ known: KnownCycle; at: number } | undefined> {
  const locked = transaction.selectFrom('cycles').selectAll().where('id', '=', id).forNoKeyUpdate()
  const row = await (skipLocked ? locked.skipLocked() : locked).executeTakeFirst()
  if (!row) return undefined
  const found = await readCycle(transaction, row)
  const { known, at } = found
  if (lastKnown(known.cycle) <= at) return found
  await shiftToNow(transaction, id)
  return { ...(await readCycle(transaction, await locked.executeTakeFirstOrThrow())), at }
}

/** Its most recent event. */
function lastKnown(cycle: Cycle): number {
  const { start, run } = cycle
  const endedAt = 'at' in cycle ? cycle.at : 0
  const startedAt = start ? start.deadline - startMs : 0
  return Math.max(startedAt, run?.since ?? 0, run?.lastRunningAt ?? 0, run?.idleSince ?? 0, endedAt)
}

/** @param row a locked cycle, so that facts and time read here are later */
async function readCycle(database: Database, row: Row): Promise<{ known: KnownCycle; at: number }> {
  const start = await lastStart(database, row)
  const paid = await termsOf(database, row)
  const link = start ? await linkOf(database, row, start) : null
  const facts: Facts = {
    price: toMinor(paid.amount),
    minutes: paid.duration_minutes,
    minimumMinutes: row.minimum_minutes,
    link: link && {
      switching: link.switching,
      evidence: link.evidence === 'answer' ? 'answer' : 'measured',
    },
    refundsUnused: row.gives_back_unused,
    notStartedBefore: link && notStarted(link, paid.payer_id),
    hasRunAfterRefund: await hasRunAfterRefund(database, row, link),
  }
  const lastOne = start
    ? {
        id: start.id,
        number: start.number as 1 | 2,
        controllerId: start.controller_id,
        channel: start.channel,
      }
    : null
  const known = {
    cycle: toCycle(row, start),
    facts,
    row,
    start: lastOne,
    link,
    coin: paid.coin_type,
    payerId: paid.payer_id,
  }
  return { known, at: ms(paid.at) }
}

function notStarted(link: NonNullable<KnownCycle['link']>, payerId: string) {
  const { not_started, not_started_payer_id, not_started_by_device } = link
  if (not_started === 0) return null
  return {
    isSamePayer: solePayer(not_started_payer_id, payerId) !== null,
    isByDevice: not_started_by_device,
  }
}

/** Stands for the account of any guest: one person can create any number of guests. */
const guests = '00000000-0000-0000-0000-000000000000'

/** The only payer of a series of cycles including this payment; null: more than one. */
export function solePayer(before: string | null, payerId: string): string | null {
  if (before === payerId || before === guests) return payerId
  return payerId === guests ? before : null
}

function lastStart(database: Database, { id }: Row) {
  return database
    .selectFrom('starts')
    .selectAll()
    .where('cycle_id', '=', id)
    .orderBy('number', 'desc')
    .executeTakeFirst()
}

/** A free cycle costs nothing, so its transitions move no money. */
function paidFor({ id, device_id, operator_id, free_minutes }: Row) {
  return operator_id
    ? sql`select ${device_id}::uuid as device_id, ${operator_id}::uuid as payer_id,
        0::numeric(12, 2) as amount, ${free_minutes}::integer as duration_minutes`
    : sql`select device_id, payer_id, amount, duration_minutes from transactions where id = ${id}
      union
      select device_id, payer_id, amount, duration_minutes from card_payments where id = ${id}`
}

async function termsOf(database: Database, row: Row) {
  const { rows } = await sql<{
    amount: NumericText
    duration_minutes: number
    coin_type: KnownCycle['coin']
    payer_id: string
    at: Date
  }>`${preparedStatement} select paid.amount, paid.duration_minutes, coin_type, clock_timestamp() as at,
      case when payer.is_guest then ${guests}::uuid else payer.id end as payer_id
    from (${paidFor(row)}) as paid join devices on devices.id = device_id join users as payer on payer.id = payer_id`.execute(
    database,
  )
  return rows[0] as (typeof rows)[number]
}

/**
 * The link of the payment. An open cycle names it. After the end, a different link means different wiring, unless it is
 * from the future (clock set back). The link of a closed account stays until the cycle ends, without an owner.
 */
async function linkOf(
  database: Database,
  row: Row,
  start: Pick<Selectable<Tables['starts']>, 'controller_id' | 'channel'>,
) {
  const found = await database
    .selectFrom('device_links')
    .innerJoin('controllers', 'controllers.id', 'device_links.controller_id')
    .selectAll('device_links')
    .select('controllers.deleted_at')
    .where('device_id', '=', row.device_id)
    .where('controller_id', '=', start.controller_id)
    .where('channel', '=', start.channel)
    .where(
      sql<boolean>`(device_links.id = ${row.open_link_id}
        or device_links.created_at <= ${row.created_at}
        or device_links.created_at > clock_timestamp())`,
    )
    .executeTakeFirst()
  const isThere = found && (row.state === 'starting' || !found.deleted_at)
  return isThere ? found : null
}

function toCycle(row: Row, start: Selectable<Tables['starts']> | undefined): Cycle {
  const common = {
    money: row.money,
    refundedAmount: toMinor(row.given_back),
    manualRefundAmount: toMinor(row.manual_refund_amount),
    start: start
      ? { number: start.number as 1 | 2, deadline: ms(start.deadline), answer: start.answer }
      : null,
    run: runOf(row),
    checkAttempts: row.check_attempts,
    nextCheckAt: msOrNull(row.next_check_at),
    isLoss: row.is_loss,
  }
  switch (row.state) {
    case 'starting':
    case 'running':
      return { ...common, state: row.state, isRestartOffered: row.is_restart_offered } as Cycle
    default:
      return {
        ...common,
        state: row.state,
        reason: row.reason as CycleReason,
        at: ms(row.ended_at as Date),
        isMeasured: row.is_measured,
      }
  }
}

function runOf(row: Row): Cycle['run'] {
  if (!row.run_since || !row.ends_at) return null
  return {
    since: ms(row.run_since),
    endsAt: ms(row.ends_at),
    lastRunningAt: ms(row.last_running_at ?? row.run_since),
    boot: row.boot_id,
    hasWorked: row.has_worked,
    idleSince: msOrNull(row.idle_since),
    isStopping: row.is_stopping,
  }
}

/** @param isLinked the link still exists */
export function toRow(cycle: Cycle, isLinked: boolean): Updateable<Tables['cycles']> {
  const { run } = cycle
  const isOpen = cycle.state === 'starting' || cycle.state === 'running'
  return {
    state: cycle.state,
    reason: isOpen ? null : cycle.reason,
    is_measured: isOpen ? isLinked : cycle.isMeasured,
    ...((!isOpen || !isLinked) && { open_link_id: null }),
    money: cycle.money,
    given_back: fromMinor(cycle.refundedAmount),
    manual_refund_amount: fromMinor(cycle.manualRefundAmount),
    is_restart_offered: cycle.state === 'starting' && cycle.isRestartOffered,
    run_since: dateOrNull(run?.since),
    ends_at: dateOrNull(run?.endsAt),
    last_running_at: dateOrNull(run?.lastRunningAt),
    boot_id: run?.boot ?? null,
    has_worked: run?.hasWorked ?? false,
    idle_since: dateOrNull(run?.idleSince),
    is_stopping: run?.isStopping ?? false,
    check_attempts: cycle.checkAttempts,
    next_check_at: dateOrNull(cycle.nextCheckAt),
    is_loss: cycle.isLoss,
    ended_at: isOpen ? null : new Date(cycle.at),
  }
}

function ms(time: Date): number {
  return time.getTime()
}

function msOrNull(time: Date | null): number | null {
  return time && ms(time)
}

function dateOrNull(time: number | null | undefined): Date | null {
  return time === null || time === undefined ? null : new Date(time)
}
