import type { caseStatuses } from '@coinless/contract/choices.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import type { OneReportCase, ReportCase, reports } from '@coinless/contract/reports.ts'
import { type CallerRights, hasRight } from '@coinless/contract/rights.ts'
import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { equals, listPage } from '../../http/lists/list.ts'
import { lockSession } from '../../http/request/account-lock.ts'
import type { Answer } from '../../http/request/answer.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Database } from '../../platform/database/connection.ts'
import { reportedDevice, visibleReportedPayment } from '../../platform/policy/policy.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'
import { subjectOf } from '../devices/devices.ts'
import { lastStart } from '../links/last-start.ts'
import { enqueueAnswers, enqueueResolved, withdrawResolved } from './enqueue.ts'
import { freeTerms, lastFreeCycle, shownFreeCycle } from './free-cycle.ts'
import { hasPhoto } from './photos.ts'

/** Cases as in the contract, for devices that the caller operates. */
function selectCases(database: Database, caller: Caller) {
  return database
    .selectFrom('report_cases')
    .innerJoin('devices', 'devices.id', 'device_id')
    .select(['report_cases.id', 'kind', 'reported_at', 'done_at'])
    .select(
      sql<ReportCase['device']>`jsonb_build_object('id', devices.id, 'label', label,
        'device_number', device_number, 'location', location)`.as('device'),
    )
    .select(
      sql<number>`(select count(*) from reports where case_id = report_cases.id)`.as(
        'report_count',
      ),
    )
    .select(
      sql<number>`(
        select count(*) from reports join report_cases as faults on faults.id = case_id
        where faults.device_id = devices.id
      )`.as('device_report_count'),
    )
    .where(reportedDevice(caller))
}

const openFirst = sql`done_at is not null, reported_at desc, report_cases.id desc`

export function listCases(
  database: Database,
  caller: Caller,
  { status, device_id, ...page }: z.output<typeof reports.listCases.query>,
) {
  const cases = selectCases(database, caller)
    .where(has(status))
    .where(equals('device_id', device_id))
  return listPage(database, cases, page, openFirst)
}

function has(status: (typeof caseStatuses)[number] | undefined) {
  if (!status) return sql<SqlBool>`true`
  return status === 'open' ? sql<SqlBool>`done_at is null` : sql<SqlBool>`done_at is not null`
}

/** @throws Refusal case_not_found if the caller may see none with this id */
export async function findCase(
  database: Database,
  caller: Caller & CallerRights,
  id: string,
): Promise<Answer<OneReportCase>> {
  const found = await selectCases(database, caller)
    .select(
      sql<OneReportCase['device_status']>`case when deleted_at is null then status end`.as(
        'device_status',
      ),
    )
    .select(
      sql<boolean>`exists (select from device_links where device_links.device_id = devices.id)`.as(
        'is_linked',
      ),
    )
    .select(lastStart(sql`devices.id`).as('last_start_id'))
    .select([freeTerms.as('free_terms'), lastFreeCycle.as('free_cycle')])
    .where('report_cases.id', '=', id)
    .executeTakeFirst()
  if (!found) throw new Refusal('case_not_found')
  const { free_terms, free_cycle, ...facts } = found
  return {
    ...facts,
    free_minutes: free_terms.minutes,
    free_cycle: free_cycle && shownFreeCycle(free_cycle),
    reports: await reportsOf(database, caller, id),
  }
}

/** Payment details are only for those who received the payment, regardless of who operates the machine now. */
async function reportsOf(database: Database, caller: Caller & CallerRights, caseId: string) {
  const ownCode = sql`user_id = ${caller.id} and deleted_at is null and ${hasRight(caller, 'read_codes')}`
  const { rows } = await sql<Answer<OneReportCase>['reports'][number]>`
    select reports.id, reports.text, reports.is_automatic, reports.created_at, reports.done_at, ${hasPhoto},
      reporter.full_name as reporter_name,
      (
        select count(*) from reports as theirs
          join report_cases on report_cases.id = theirs.case_id
          join devices on devices.id = report_cases.device_id
        where theirs.user_id = reports.user_id and ${reportedDevice(caller)}
      ) as reporter_report_count,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'text', answer.text, 'is_from_reporter', is_from_reporter, 'created_at', answer.created_at
        ) order by answer.created_at, id), '[]')
        from report_answers as answer where report_id = reports.id
      ) as answers,
      case when coalesce(transactions.id, card_payments.id) is not null
        and ${hasRight(caller, 'read_money')} and ${visibleReportedPayment(caller)}
        then jsonb_build_object(
          'transaction_id', transactions.id,
          'prepaid_code_id', (
            select id from prepaid_codes
            where id = transactions.prepaid_code_id and ${ownCode}
          ),
          'code_balance', (
            select balance from prepaid_codes
            where id = transactions.prepaid_code_id and ${ownCode}
          ),
          'amount', coalesce(transactions.amount, card_payments.amount),
          'payment_method', coalesce(transactions.payment_method, 'credit_card'),
          'created_at', coalesce(transactions.created_at, card_payments.created_at)
        )
      end as payment
    from reports
      join users as reporter on reporter.id = reports.user_id
      join report_cases on report_cases.id = reports.case_id
      join devices on devices.id = report_cases.device_id
      left join transactions on transactions.id = reports.payment_id
      left join card_payments on card_payments.id = reports.payment_id
    where reports.case_id = ${caseId} and ${reportedDevice(caller)}
    order by reports.created_at desc, reports.id desc
    limit ${limits.caseReports}`.execute(database)
  return rows.map(({ answers, payment, ...report }) => ({
    ...report,
    answers: answers.map((answer) => ({ ...answer, created_at: new Date(answer.created_at) })),
    payment: payment && { ...payment, created_at: new Date(payment.created_at) },
  }))
}

/**
 * Locks a case for a change, so that concurrent opening and closing run in order.
 * @throws Refusal case_not_found, session_expired
 */
async function lockCase(transaction: Database, caller: SignedInCaller, id: string) {
  await lockSession(transaction, caller)
  const found = await transaction
    .selectFrom('report_cases')
    .innerJoin('devices', 'devices.id', 'device_id')
    .select(['done_at', 'device_id', 'device_number', 'label'])
    .where('report_cases.id', '=', id)
    .where(reportedDevice(caller))
    .forUpdate('report_cases')
    .executeTakeFirst()
  if (!found) throw new Refusal('case_not_found')
  const { done_at, device_id, ...names } = found
  return { done_at, device: { id: device_id, ...names } }
}

/**
 * Answers one report, or everyone with an open report: each person once, even with several reports.
 * @throws Refusal case_not_found, case_done, report_not_found, too_many_answers
 */
export async function answerReports(
  transaction: Database,
  caller: SignedInCaller,
  caseId: string,
  { text, report_id }: z.output<typeof reports.answer.body>,
) {
  const { done_at, device } = await lockCase(transaction, caller, caseId)
  if (done_at && !report_id) throw new Refusal('case_done')
  const answered = report_id
    ? sql<SqlBool>`id = ${report_id}`
    : sql<SqlBool>`id in (
        select distinct on (user_id) id from reports
        where case_id = ${caseId} and done_at is null
        order by user_id, created_at desc, id
      )`
  const { rows } = await sql<{ id: string; answer_count: number }>`
    with answered as (
      select id from reports where case_id = ${caseId} and ${answered}
    ),
    answers as (
      insert into report_answers (report_id, text) select id, ${text} from answered
      returning id, report_id
    )
    select id, (
      select count(*) from report_answers as before
      where before.report_id = answers.report_id and not before.is_from_reporter
    ) as answer_count
    from answers`.execute(transaction)
  if (report_id && rows.length === 0) throw new Refusal('report_not_found')
  // The count does not include the new answer.
  const isFull = rows.some(({ answer_count }) => answer_count >= limits.reportAnswers)
  if (isFull) throw new Refusal('too_many_answers')
  await enqueueAnswers(
    transaction,
    rows.map(({ id }) => id),
  )
  await recordEvent(transaction, caller, 'report_answered', subjectOf(device))
  return { answered: rows.length }
}

/** @throws Refusal case_not_found */
export async function closeCase(transaction: Database, caller: SignedInCaller, id: string) {
  const { done_at, device } = await lockCase(transaction, caller, id)
  if (!done_at) {
    const isDone = { done_at: sql<Date>`now()` }
    await transaction.updateTable('report_cases').set(isDone).where('id', '=', id).execute()
    const closed = await transaction
      .updateTable('reports')
      .set(isDone)
      .where('case_id', '=', id)
      .where('done_at', 'is', null)
      .returning('id')
      .execute()
    await enqueueResolved(
      transaction,
      closed.map((report) => report.id),
    )
    await recordEvent(transaction, caller, 'report_case_done', subjectOf(device))
  }
  return changedCase(transaction, caller, id)
}

/**
 * Reopens a case with the reports that were resolved with it.
 * @throws Refusal case_not_found
 */
export async function reopenCase(transaction: Database, caller: SignedInCaller, id: string) {
  const { done_at, device } = await lockCase(transaction, caller, id)
  if (done_at) {
    // Compared in SQL, because a Date has no microseconds.
    await sql`update reports set done_at = null
      where case_id = ${id} and done_at = (select done_at from report_cases where id = ${id})`.execute(
      transaction,
    )
    const isOpen = { done_at: null }
    await transaction.updateTable('report_cases').set(isOpen).where('id', '=', id).execute()
    await withdrawResolved(transaction, id)
    await recordEvent(transaction, caller, 'report_case_reopened', subjectOf(device))
  }
  return changedCase(transaction, caller, id)
}

/** @throws Refusal case_not_found for a caller who has just lost the device, and so changes nothing */
async function changedCase(transaction: Database, caller: SignedInCaller, id: string) {
  const found = await selectCases(transaction, caller)
    .where('report_cases.id', '=', id)
    .executeTakeFirst()
  if (!found) throw new Refusal('case_not_found')
  return found
}
