import type { ReportKind } from '@coinless/contract/choices.ts'
import type { Language } from '@coinless/contract/languages.ts'
import { limits } from '@coinless/contract/limits.ts'
import { type OneReport, Report, type reports } from '@coinless/contract/reports.ts'
import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { listPage, type PageRequest } from '../../http/lists/list.ts'
import { lockSession } from '../../http/request/account-lock.ts'
import type { Answer } from '../../http/request/answer.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'
import { aDay, isWithin, seconds } from '../../platform/database/due.ts'
import { locks } from '../../platform/database/locks.ts'
import { visibleDevice } from '../../platform/policy/policy.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'
import { subjectOf } from '../devices/devices.ts'
import { enqueueCaseAlert } from './enqueue.ts'
import { hasPhoto, keepPhoto, refuseTooManyPhotos } from './photos.ts'

const ofCase = ['device_id', 'kind'] as const
const storedColumns = columns(
  Report.omit({ device_id: true, kind: true, has_photo: true, answer_count: true }),
).map((column) => `reports.${column}` as const)

/** Reports as in the contract. */
export function selectReports(database: Database) {
  return database
    .selectFrom('reports')
    .innerJoin('report_cases', 'report_cases.id', 'case_id')
    .select(storedColumns)
    .select(ofCase)
    .select(hasPhoto)
    .select(
      sql<number>`(select count(*) from report_answers where report_id = reports.id)`.as(
        'answer_count',
      ),
    )
}

const newestFirst = sql`reports.created_at desc, reports.id desc`

export function listReports(database: Database, caller: SignedInCaller, asked: PageRequest) {
  const own = selectReports(database).where('user_id', '=', caller.id)
  return listPage(database, own, asked, newestFirst)
}

/** @throws Refusal report_not_found if the caller has none with this id */
export async function findReport(
  database: Database,
  caller: SignedInCaller,
  id: string,
): Promise<Answer<OneReport>> {
  const report = await selectReports(database)
    .select(
      sql<boolean>`exists (
        select from devices where devices.id = report_cases.device_id and ${visibleDevice(caller)}
      )`.as('may_see_device'),
    )
    .where('reports.id', '=', id)
    .where('user_id', '=', caller.id)
    .executeTakeFirst()
  if (!report) throw new Refusal('report_not_found')
  return { ...report, answers: await answersTo(database, id) }
}

const answerColumns = ['id', 'text', 'is_from_reporter', 'created_at'] as const

export function answersTo(database: Database, reportId: string) {
  return database
    .selectFrom('report_answers')
    .select(answerColumns)
    .where('report_id', '=', reportId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/**
 * Checks everything that can refuse a report except the pixels of its photo.
 * @throws Refusal device_not_found, transaction_not_found, too_many_reports, too_many_unpaid_reports, too_many_photos
 */
export async function admitReport(
  transaction: Database,
  caller: SignedInCaller,
  { device_id, payment_id, photo }: z.output<typeof reports.create.body>,
) {
  await lockSession(transaction, caller)
  const payment = await paymentAt(transaction, caller, device_id, payment_id)
  if (payment_id && !payment) throw new Refusal('transaction_not_found')
  const device = await reportableDevice(transaction, caller, device_id, Boolean(payment_id))
  await refuseTooMany(transaction, caller, payment !== undefined)
  if (photo) await refuseTooManyPhotos(transaction, caller)
  return { payment, device }
}

/**
 * Adds a report to the case of the same fault of the same device, which it opens or reopens.
 * @param photo as stored
 * @throws Refusal as admitReport does
 */
export async function makeReport(
  transaction: Database,
  caller: SignedInCaller,
  body: z.output<typeof reports.create.body>,
  { language, photo }: { language: Language; photo: Buffer | undefined },
) {
  const { device_id, payment_id, kind, text } = body
  const { payment, device } = await admitReport(transaction, caller, body)
  const { id: case_id, isOpened } = await openCase(transaction, device_id, kind)
  const isAbout = payment_id || payment?.is_recent
  const { id } = await transaction
    .insertInto('reports')
    .values({
      case_id,
      user_id: caller.id,
      device_label: device.label,
      device_number: device.device_number,
      payment_id: (isAbout && payment?.id) || null,
      has_paid: payment !== undefined,
      text: text ?? null,
      language,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (photo) await keepPhoto(transaction, id, photo)
  if (isOpened) await enqueueCaseAlert(transaction, { id, user_id: caller.id }, device_id)
  await recordEvent(transaction, caller, 'report_made', subjectOf(device))
  return selectReports(transaction).where('reports.id', '=', id).executeTakeFirstOrThrow()
}

/**
 * Opens or reopens a case, and locks it until the transaction ends.
 * @returns its id, and whether it was not open before
 */
export async function openCase(transaction: Database, device_id: string, kind: ReportKind) {
  for (;;) {
    const made = await transaction
      .insertInto('report_cases')
      .values({ device_id, kind })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made) return { ...made, isOpened: true }
    const known = await transaction
      .selectFrom('report_cases')
      .select(['id', 'done_at'])
      .where('device_id', '=', device_id)
      .where('kind', '=', kind)
      .forUpdate()
      .executeTakeFirst()
    // Deleted concurrently.
    if (!known) continue
    await transaction
      .updateTable('report_cases')
      .set({ done_at: null, reported_at: sql<Date>`now()` })
      .where('id', '=', known.id)
      .execute()
    return { id: known.id, isOpened: known.done_at !== null }
  }
}

/** Returns the named payment, or else the caller's last one at the device. An authorized card counts, too. */
async function paymentAt(
  transaction: Database,
  { id }: SignedInCaller,
  deviceId: string,
  named: string | null | undefined,
) {
  const isNamed = named ? sql<SqlBool>`id = ${named}` : sql<SqlBool>`true`
  const isRecent = isWithin(sql`created_at`, seconds(limits.reportedPaymentHours * 60 * 60))
  const { rows } = await sql<{ id: string; is_recent: boolean }>`
    select id, ${isRecent} as is_recent
    from (
      select id, created_at from transactions where payer_id = ${id} and device_id = ${deviceId}
      union all
      select card.id, card.created_at
      from card_payments as card join cycles on cycles.card_payment_id = card.id
      where card.payer_id = ${id} and card.device_id = ${deviceId} and cycles.transaction_id is null
    ) as paid
    where ${isNamed}
    order by created_at desc limit 1`.execute(transaction)
  return rows[0]
}

/** Callers who paid at a device may report it even if they can no longer see it. */
async function reportableDevice(
  transaction: Database,
  caller: SignedInCaller,
  id: string,
  hasPaid: boolean,
) {
  const device = await transaction
    .selectFrom('devices')
    .select(['id', 'label', 'device_number'])
    .where('id', '=', id)
    .where(hasPaid ? sql<SqlBool>`deleted_at is null` : visibleDevice(caller))
    .executeTakeFirst()
  if (!device) throw new Refusal('device_not_found')
  return device
}

/**
 * Counts an account's reports under its lock. A report that this call waited for is later than now(), but is counted.
 */
async function refuseTooMany(
  transaction: Database,
  { id }: SignedInCaller,
  hasPaid: boolean,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(locks.reports)}, hashtext(${id}))`.execute(
    transaction,
  )
  const { rows } = await sql<{ made: number; unpaid: number }>`
    select count(*) as made, count(*) filter (where not has_paid) as unpaid
    from reports
    where user_id = ${id} and not is_automatic and ${isWithin(sql`created_at`, aDay)}`.execute(
    transaction,
  )
  const { made = 0, unpaid = 0 } = rows[0] ?? {}
  if (made >= limits.reports) throw new Refusal('too_many_reports')
  if (!hasPaid && unpaid >= limits.unpaidReports) throw new Refusal('too_many_unpaid_reports')
}
