import type { Caller } from '@coinless/contract/permissions.ts'
import type { UsageFileQuestion, UsageQuestion } from '@coinless/contract/usage.ts'
import type { CsvFile } from '../../http/routing/csv.ts'
import type { Database } from '../../platform/database/connection.ts'
import { payeeOf } from './payee.ts'
import { addDays, periodsOf, todayIn } from './periods.ts'
import { refuseUnanswerable } from './unanswerable.ts'
import { usageHours } from './usage-hours.ts'
import { usageRooms } from './usage-rooms.ts'

/**
 * Use of the machines of an account by hour of the week, and its queues and holds.
 * @throws Refusal admin_only, user_not_found, period_too_long
 */
export async function usageFor(database: Database, caller: Caller, question: UsageQuestion) {
  const { whose, asked } = await scopeOf(database, caller, question)
  const [hours, rooms] = await Promise.all([
    usageHours(database, whose, question, asked),
    usageRooms(database, whose, question, asked),
  ]).catch(refuseUnanswerable)
  return { from: asked.from, until: addDays(asked.end, -1), hours, rooms }
}

async function scopeOf(database: Database, caller: Caller, question: UsageQuestion) {
  const whose = await payeeOf(database, caller, question)
  const [asked] = periodsOf(question, todayIn(question.time_zone, new Date()))
  return { whose, asked }
}

const columns = {
  hours: ['weekday', 'hour', 'cycles', 'minutes_in_use', 'minutes_available', 'share_in_use'],
  rooms: [
    ...['room', 'location', 'device_type', 'joined', 'served', 'missed', 'left'],
    ...['median_wait_minutes', 'p90_wait_minutes', 'holds', 'holds_used', 'holds_unused'],
    ...['bookings', 'bookings_unused'],
  ],
}

export async function usageFile({ rows }: UsageFileQuestion): Promise<CsvFile> {
  return { name: rows === 'hours' ? 'usage' : 'waiting-times', columns: columns[rows] }
}

export async function* usageFileRows(
  database: Database,
  caller: Caller,
  question: UsageFileQuestion,
) {
  const { whose, asked } = await scopeOf(database, caller, question)
  const read = question.rows === 'hours' ? usageHours : usageRooms
  yield* await read(database, whose, question, asked).catch(refuseUnanswerable)
}
