import { type CardRefusal, cardRefusals } from '@coinless/contract/choices.ts'
import type { CoinType } from '@coinless/contract/coins.ts'
import { type NumericText, toMinor } from '@coinless/contract/money.ts'
import type { RefusalCode } from '@coinless/contract/refusals.ts'
import { type Selectable, sql } from 'kysely'
import type { Server } from '../../http/request/server.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { Refusal, refusalOf } from '../../platform/refusals/refusal.ts'
import { beginningCycle } from '../cycles/begin.ts'
import { startMessage } from '../cycles/messages.ts'
import { refuseConflict } from '../cycles/payment-conflict.ts'
import { expectReady } from '../cycles/ready.ts'
import { type ChargeEvent, chargeTransition } from './charge.ts'
import { chargeOf, lockCharge } from './settle-charge.ts'

type Link = Selectable<Tables['device_links']>

interface HeldPayment {
  id: string
  device_id: string
  created_at: Date
}

const heldForPayer: ChargeEvent = {
  kind: 'answered',
  state: { status: 'held' },
  by: 'payer',
  hasCard: false,
}

interface Begun {
  start_id: string
  deadline: Date
  amount: NumericText
  duration_minutes: number
  coin_type: CoinType
}

/**
 * Asks the machine before the card.
 * @returns why it cannot start
 */
export async function checkMachine(
  server: Server,
  held: HeldPayment,
): Promise<CardRefusal | undefined> {
  return refusalOfMachine(async () => {
    await expectLinkReady(server, held)
  })
}

/**
 * Creates the cycle of a held card and its start in one transaction, and sends the start after the commit. Asks the
 * machine again, because a bank's confirmation can take minutes. Idempotent.
 * @returns why it did not start
 */
export async function startHeldPayment(
  server: Server,
  held: HeldPayment,
): Promise<CardRefusal | undefined> {
  return refusalOfMachine(async () => {
    if (await hasCycle(server.database, held)) return
    const link = await expectLinkReady(server, held)
    const begun = await server.database
      .transaction()
      .execute((transaction) => beginIn(transaction, held, link))
    if (!begun) return
    const facts = { price: toMinor(begun.amount), minutes: begun.duration_minutes }
    const start = { id: begun.start_id, channel: link.channel }
    const deadline = begun.deadline.getTime()
    const message = startMessage(start, deadline, link, facts, begun.coin_type)
    if (message) server.connections.send(link.controller_id, message)
    server.changes.publish({ deviceId: held.device_id })
  })
}

/**
 * A hold is valid only for the machine that was linked when it was made. A link from the future is older: the clock
 * was set back.
 */
async function expectLinkReady(
  server: Server,
  { device_id, created_at }: HeldPayment,
): Promise<Link> {
  const { database, clock } = server
  const link = await linkOf(database, device_id)
  const isYounger = link && link.created_at > created_at && link.created_at.getTime() <= clock.now()
  if (!link || isYounger) throw new Refusal('device_changed')
  if (link.out_of_order_at) throw new Refusal('device_out_of_order')
  await expectReady(server, link)
  return link
}

function linkOf(database: Database, deviceId: string): Promise<Link | undefined> {
  return database
    .selectFrom('device_links')
    .selectAll()
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
}

/**
 * @param asked the link whose machine has just reported ready
 * @returns undefined when there is nothing left to start
 * @throws Refusal
 */
async function beginIn(
  transaction: Database,
  held: HeldPayment,
  asked: Link,
): Promise<Begun | undefined> {
  if (!(await canStart(transaction, held))) return undefined
  const device = await transaction
    .selectFrom('devices')
    .innerJoin('card_payments', 'card_payments.device_id', 'devices.id')
    .select(['devices.status', 'deleted_at', 'payer_id', 'card_payments.duration_minutes'])
    .where('card_payments.id', '=', held.id)
    .executeTakeFirstOrThrow()
  if (device.status !== 'active' || device.deleted_at) throw new Refusal('device_not_active')
  const link = await linkOf(transaction, held.device_id)
  if (link?.id !== asked.id) throw new Refusal('device_changed')
  if (link.out_of_order_at) throw new Refusal('device_out_of_order')
  await refuseConflict(
    transaction,
    { id: device.payer_id },
    held.device_id,
    device.duration_minutes,
  )
  const { rows } = await sql<Begun>`
    with payment as (
      select id, device_id, duration_minutes, amount from card_payments where id = ${held.id}
    ),
    device as (select * from devices where id = ${held.device_id}),
    link as (select * from device_links where id = ${link.id}),
    ${beginningCycle('held')}
    select payment.amount, payment.duration_minutes, device.coin_type,
      start.id as start_id, start.deadline
    from payment join device on true left join start on true`.execute(transaction)
  return rows[0]
}

/** The lock of the charge lets only one call start the machine. No cycle has to be locked before it. */
async function canStart(transaction: Database, held: HeldPayment): Promise<boolean> {
  const charge = chargeOf(await lockCharge(transaction, 'card_payments', held.id))
  const decision = (await hasCycle(transaction, held)) ? 'wait' : 'none'
  return chargeTransition(charge, heldForPayer, decision).call === 'start_machine'
}

async function hasCycle(database: Database, { id }: HeldPayment): Promise<boolean> {
  const cycle = await database
    .selectFrom('cycles')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return cycle !== undefined
}

/** The link was removed, or others held the machine, after the question. */
const asCardRefusal: Partial<Record<RefusalCode, CardRefusal>> = {
  cycle_open: 'device_changed',
  held_for_another: 'device_in_use',
  slot_ending: 'device_in_use',
  runs_into_booking: 'device_in_use',
}

async function refusalOfMachine(work: () => Promise<void>): Promise<CardRefusal | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    const why = refusalOf(error as Error)?.refusal
    const refusal = cardRefusals.find((each) => each === (why && (asCardRefusal[why] ?? why)))
    if (!refusal) throw error
    return refusal
  }
}
