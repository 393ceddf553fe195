import { limits } from '@coinless/contract/limits.ts'
import type { reports } from '@coinless/contract/reports.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { lockSession } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'
import { subjectOf } from '../devices/devices.ts'
import { enqueueReply } from './enqueue.ts'
import { answersTo } from './reports.ts'

/**
 * Adds a reply of the reporter. Operators are notified once until they answer; of several reports of a case that they
 * have not answered, once, because anyone can report.
 * @throws Refusal report_not_found, case_done, too_many_answers
 */
export async function replyToReport(
  transaction: Database,
  caller: SignedInCaller,
  id: string,
  { text }: z.output<typeof reports.reply.body>,
) {
  await lockSession(transaction, caller)
  const report = await transaction
    .selectFrom('reports')
    .innerJoin('report_cases', 'report_cases.id', 'case_id')
    .innerJoin('devices', 'devices.id', 'device_id')
    .select(['case_id', 'device_id', 'devices.device_number', 'devices.label'])
    .where('reports.id', '=', id)
    .where('user_id', '=', caller.id)
    .forUpdate('report_cases')
    .executeTakeFirst()
  if (!report) throw new Refusal('report_not_found')
  const { case_id, device_id, ...names } = report
  await refuseResolved(transaction, id)
  const before = await answersTo(transaction, id)
  const own = before.filter(({ is_from_reporter }) => is_from_reporter)
  if (own.length >= limits.reportAnswers) throw new Refusal('too_many_answers')
  const reply = await transaction
    .insertInto('report_answers')
    .values({ report_id: id, text, is_from_reporter: true })
    .returning(['id', 'text', 'is_from_reporter', 'created_at'])
    .executeTakeFirstOrThrow()
  const last = before.at(-1)
  const isNews = last ? !last.is_from_reporter : !(await hasOtherReply(transaction, case_id, id))
  if (isNews) await enqueueReply(transaction, { id: reply.id, user_id: caller.id }, device_id)
  await recordEvent(transaction, caller, 'report_answered', subjectOf({ id: device_id, ...names }))
  return reply
}

/** Read once the case is locked, because closing it may have been faster. @throws Refusal case_done */
async function refuseResolved(transaction: Database, id: string): Promise<void> {
  const { done_at } = await transaction
    .selectFrom('reports')
    .select('done_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (done_at) throw new Refusal('case_done')
}

/** Whether another open report of the case has a reply and no answer. */
async function hasOtherReply(transaction: Database, caseId: string, id: string): Promise<boolean> {
  const { rows } = await sql<{ has_reply: boolean }>`
    select exists (
      select from reports join report_answers on report_id = reports.id
      where case_id = ${caseId} and reports.id <> ${id} and done_at is null
      group by reports.id having bool_and(is_from_reporter)
    ) as has_reply`.execute(transaction)
  return rows[0]?.has_reply ?? false
}
