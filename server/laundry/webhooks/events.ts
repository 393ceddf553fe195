import { testEventType, type WebhookEventType } from '@coinless/contract/choices.ts'
import { currency } from '@coinless/contract/currency.ts'
import { id, timestamp } from '@coinless/contract/fields.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import { eventData } from '@coinless/contract/webhooks.ts'
import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { findCode } from '../../codes/prepaid-codes/prepaid-codes.ts'
import { serializerOf } from '../../http/routing/schemas.ts'
import { selectTransactions } from '../../ledger/transactions/transactions.ts'
import { findCase } from '../../machines/reports/cases.ts'
import { findCycles } from '../../payments/cycles/shown.ts'
import { refundColumns } from '../../payments/payments/manual-refunds.ts'
import type { Database } from '../../platform/database/connection.ts'
import { paidTo } from '../../platform/policy/policy.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { isLandlord } from '../rooms/rules.ts'

interface Event {
  event_id: string
  type: WebhookEventType | typeof testEventType
  subject_id: string
  created_at: Date
}

/**
 * Returns the current content of an event for an account without admin rights, because a webhook has no sign-in.
 * @returns undefined if the account may no longer see it
 */
export async function bodyOf(
  database: Database,
  account: Omit<Caller, 'roles'>,
  { event_id, type, subject_id, created_at }: Event,
): Promise<string | undefined> {
  const caller = { ...account, roles: [] }
  const data = type === testEventType ? {} : await dataOf[type](database, caller, subject_id)
  const facts = { id: event_id, type, created_at, currency: currency.code }
  return data && eventWriterOf(type)({ ...facts, data })
}

type Find = (database: Database, caller: Caller, id: string) => Promise<object | undefined>

const findCycle: Find = async (database, caller, id) =>
  (await findCycles(database, caller, [id]))[0]

const findRefund: Find = (database, caller, id) =>
  database
    .selectFrom('refunds')
    .select(refundColumns)
    .select('transaction_id')
    .where('id', '=', id)
    .where(
      sql<SqlBool>`exists (
        select from transactions where id = transaction_id and ${paidTo(caller)}
      )`,
    )
    .executeTakeFirst()

const findBooking: Find = async (database, caller, id) => {
  const { rows } = await sql<object>`
    select bookings.id, rooms.number as room, location, group_id, machine_groups.name as group, starts_at, ends_at,
      users.full_name as booked_by, outcome
    from bookings join machine_groups on machine_groups.id = group_id join rooms on rooms.id = room_id
      join users on users.id = bookings.user_id
    where bookings.id = ${id} and ${isLandlord(caller)}`.execute(database)
  return rows[0]
}

const findQueueEntry: Find = async (database, caller, id) => {
  const { rows } = await sql<object>`
    select entry.id, rooms.number as room, location, device_type, entry.created_at, outcome, (
        select device_id from machine_holds where queue_entry_id = entry.id
        order by machine_holds.created_at desc limit 1
      ) as device_id
    from queue_entries as entry join rooms on rooms.id = room_id
    where entry.id = ${id} and ${isLandlord(caller)}`.execute(database)
  return rows[0]
}

const dataOf: Record<WebhookEventType, Find> = {
  'payment.created': (database, caller, id) =>
    selectTransactions(database).where('id', '=', id).where(paidTo(caller)).executeTakeFirst(),
  'refund.completed': findRefund,
  'refund.failed': findRefund,
  'cycle.started': findCycle,
  'cycle.ended': findCycle,
  'report.created': (database, caller, id) =>
    findCase(database, { ...caller, rights: null }, id).catch(nothing),
  'code.used_up': (...asked) => findCode(...asked).catch(nothing),
  'booking.created': findBooking,
  'booking.moved': findBooking,
  'booking.ended': findBooking,
  'queue.joined': findQueueEntry,
  'queue.turn': findQueueEntry,
  'queue.ended': findQueueEntry,
}

function nothing(error: unknown): undefined {
  if (error instanceof Refusal) return undefined
  throw error
}

type Write = (event: object) => string
const writers = new Map<string, Write>()

/** Serializes by the contract, as answers are: numbers as numbers, and only the fields that it names. */
function eventWriterOf(type: Event['type']): Write {
  const known = writers.get(type)
  if (known) return known
  const data = type === testEventType ? z.object({}) : eventData[type]
  const facts = { id, type: z.literal(type), created_at: timestamp, currency: z.string() }
  const schema = z.object({ ...facts, data })
  const write = serializerOf(schema)
  writers.set(type, write)
  return write
}
