import { AuditEvent } from '@coinless/contract/audit.ts'
import { Calendar } from '@coinless/contract/calendars.ts'
import { paymentMethods } from '@coinless/contract/choices.ts'
import { Display } from '@coinless/contract/displays.ts'
import { limits } from '@coinless/contract/limits.ts'
import { OwnLists } from '@coinless/contract/own-account.ts'
import { Passkey } from '@coinless/contract/passkeys.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import { Webhook } from '@coinless/contract/webhooks.ts'
import { type SqlBool, sql } from 'kysely'
import { batchColumns } from '../../codes/batches/batches.ts'
import { allRows } from '../../http/lists/all-rows.ts'
import { selectReceipts } from '../../ledger/receipts/receipts.ts'
import { selectTransactions } from '../../ledger/transactions/transactions.ts'
import { deviceColumns } from '../../machines/devices/devices.ts'
import { selectReports } from '../../machines/reports/reports.ts'
import { choicesOf } from '../../notifications/preferences/choices.ts'
import { selectTopUps } from '../../payments/top-ups/top-ups.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'
import { ownedDeviceParts } from '../../platform/policy/own-devices.ts'
import { issuedOrHeldCodeStreams, transactionStreams } from '../../platform/policy/policy.ts'
import { isOfPerson } from '../../sessions/account/sessions.ts'
import { selectKeys } from '../api-keys/api-keys.ts'
import { findBusinessDetails } from '../business-details/business-details.ts'
import { resourceOf } from '../resources/resources.ts'
import { selectAccounts, withRights } from '../staff/invitation.ts'
import { selectStaff } from '../staff/staff.ts'

const sessionColumns = columns(OwnLists.shape.sessions.element)

/** All data of an account, list by list, read in chunks, so that memory use does not grow with it. */
export function ownLists(
  database: Database,
  caller: Caller,
): Record<keyof typeof OwnLists.shape, AsyncIterable<object>> {
  const { id } = caller
  const ofUser = sql<SqlBool>`user_id = ${id}`
  return {
    sessions: allRows(database.selectFrom('sessions').select(sessionColumns), [
      sql<SqlBool>`${ofUser} and ${isOfPerson}`,
    ]),
    passkeys: allRows(database.selectFrom('passkeys').select(columns(Passkey)), [ofUser]),
    api_keys: allRows(selectKeys(database), [ofUser], { table: 'sessions' }),
    devices: ownDevices(database, caller),
    time_zones: ownTimeZones(database, id),
    controllers: ownControllers(database, id),
    prepaid_codes: ownCodes(database, caller),
    prepaid_code_batches: allRows(database.selectFrom('code_batches').select(batchColumns), [
      ofUser,
    ]),
    transactions: ownTransactions(database, caller),
    business_details: ownBusinessDetails(database, id),
    receipts: allRows(selectReceipts(database).select('id'), [sql<SqlBool>`seller_id = ${id}`]),
    cycles: ownCycles(database, id),
    top_ups: allRows(selectTopUps(database), [sql<SqlBool>`payer_id = ${id}`]),
    reports: allRows(selectReports(database), [ofUser], { table: 'reports' }),
    report_photos: ownPhotos(database, id),
    report_replies: ownReplies(database, id),
    queue_entries: ownQueueEntries(database, id),
    holds: ownHolds(database, id),
    bookings: ownBookings(database, id),
    calendars: allRows(database.selectFrom('calendars').select(columns(Calendar)), [ofUser]),
    displays: allRows(database.selectFrom('displays').select(columns(Display)), [ofUser]),
    resources: ownResources(database, id),
    notifications: ownChoices(database, id),
    webhooks: allRows(database.selectFrom('webhooks').select(columns(Webhook)), [ofUser]),
    staff: allRows(selectStaff(database), [sql<SqlBool>`owner_id = ${id}`], {
      table: 'memberships',
    }),
    staff_accounts: ownAccounts(database, id),
    audit_events: ownEvents(database, id),
  }
}

function ownDevices(database: Database, caller: Caller) {
  const query = database
    .selectFrom('devices')
    .select([...deviceColumns, 'price_list'])
    .where('deleted_at', 'is', null)
  const [owned, asLandlord] = ownedDeviceParts(caller)
  return allRows(query, [
    sql<SqlBool>`${owned}`,
    sql<SqlBool>`${asLandlord} and owner_id <> ${caller.id}`,
  ])
}

async function* ownTimeZones(database: Database, id: string) {
  yield* await database
    .selectFrom('time_zones')
    .select(['location', 'time_zone'])
    .where('owner_id', '=', id)
    .orderBy('location')
    .execute()
}

async function* ownQueueEntries(database: Database, id: string) {
  yield* await database
    .selectFrom('queue_entries as entry')
    .innerJoin('rooms', 'rooms.id', 'room_id')
    .select(['location', 'device_type', 'entry.created_at', 'ended_at', 'outcome'])
    .where('user_id', '=', id)
    .orderBy('line_number', 'desc')
    .execute()
}

async function* ownHolds(database: Database, id: string) {
  yield* await database
    .selectFrom('machine_holds as hold')
    .innerJoin('devices', 'devices.id', 'device_id')
    .select(['device_number', 'hold.created_at', 'expires_at', 'ended_at', 'outcome'])
    .where('user_id', '=', id)
    .orderBy('hold.created_at', 'desc')
    .execute()
}

async function* ownBookings(database: Database, id: string) {
  yield* await database
    .selectFrom('bookings')
    .innerJoin('machine_groups', 'machine_groups.id', 'group_id')
    .innerJoin('rooms', 'rooms.id', 'room_id')
    .select(['location', 'machine_groups.name as group', 'starts_at', 'ends_at'])
    .select(['bookings.created_at', 'ended_at', 'outcome'])
    .where('user_id', '=', id)
    .orderBy('starts_at', 'desc')
    .execute()
}

function ownControllers(database: Database, id: string) {
  const query = database
    .selectFrom('controllers')
    .select(['id', 'owner_id', 'name', 'driver', 'created_at'])
    .select(sql<boolean>`credential_hash is not null`.as('has_credential'))
  return allRows(query, [sql<SqlBool>`owner_id = ${id} and deleted_at is null`])
}

/** Each of these conditions matches the start of an index. */
function ownCodes(database: Database, caller: Caller) {
  const withoutText = columns(PrepaidCode.omit({ code: true }))
  const streams = issuedOrHeldCodeStreams(caller).flatMap(({ where }) => [
    sql<SqlBool>`${where} and not disabled`,
    sql<SqlBool>`${where} and disabled`,
  ])
  return allRows(database.selectFrom('prepaid_codes').select(withoutText), streams)
}

function ownTransactions(database: Database, caller: Caller) {
  const ofPayer = sql<string | null>`case when payer_id = ${caller.id} then customer_email end`
  const query = selectTransactions(database)
    .select(['device_label', 'location', 'paid_to'])
    .select(ofPayer.as('customer_email'))
  // Without roles, because admins may see all transactions, which are not their own.
  const streams = transactionStreams({ ...caller, roles: [] }).flatMap(({ where }) =>
    paymentMethods.map((method) => sql<SqlBool>`${where} and payment_method = ${method}`),
  )
  return allRows(query, streams)
}

/** Cycles that the account paid for. A card payment that is only authorized has no transaction yet. */
function ownCycles(database: Database, id: string) {
  const stored = columns(
    OwnLists.shape.cycles.element.omit({ device_label: true, device_number: true }),
  ).map((column) => `cycles.${column}` as const)
  const ofTransactions = database
    .selectFrom('transactions')
    .innerJoin('cycles', 'cycles.id', 'transactions.id')
    .select(stored)
    .select(['transactions.device_label', 'transactions.device_number'])
  const ofCards = database
    .selectFrom('card_payments')
    .innerJoin('cycles', 'cycles.id', 'card_payments.id')
    .select(stored)
    .select(['card_payments.device_label', 'card_payments.device_number'])
    .where('cycles.transaction_id', 'is', null)
  return inTurn(
    allRows(
      ofTransactions,
      // Matches the order of an index.
      paymentMethods.map(
        (method) => sql<SqlBool>`payer_id = ${id} and transactions.payment_method = ${method}`,
      ),
      { table: 'transactions' },
    ),
    allRows(ofCards, [sql<SqlBool>`payer_id = ${id}`], { table: 'card_payments' }),
  )
}

async function* inTurn<Row>(...lists: AsyncIterable<Row>[]) {
  for (const list of lists) yield* list
}

async function* ownPhotos(database: Database, id: string) {
  const query = database.selectFrom('report_photos').select(['id', 'photo', 'created_at'])
  const ofUser = sql<SqlBool>`id in (select id from reports where user_id = ${id})`
  for await (const { photo, ...row } of allRows(query, [ofUser], { rowsAtOnce: photosAtOnce })) {
    yield { ...row, photo: photo.toString('base64') }
  }
}

function ownReplies(database: Database, id: string) {
  const query = database
    .selectFrom('report_answers')
    .select(columns(OwnLists.shape.report_replies.element))
  return allRows(query, [
    sql<SqlBool>`is_from_reporter and report_id in (select id from reports where user_id = ${id})`,
  ])
}

/** Hides subjects that are other accounts, because the subject is their address. */
function ownEvents(database: Database, id: string) {
  const subject = sql<string>`case
    when subject_id <> ${id} and exists (select from users where users.id = subject_id) then ''
    else subject
  end`
  const query = database
    .selectFrom('audit_events')
    .select(columns(AuditEvent.omit({ subject: true })))
    .select(subject.as('subject'))
  return allRows(query, [sql<SqlBool>`actor_id = ${id}`])
}

async function* ownAccounts(database: Database, id: string) {
  const works = allRows(selectAccounts(database), [sql<SqlBool>`member_id = ${id}`], {
    table: 'memberships',
  })
  for await (const account of works) yield withRights(account)
}

async function* ownBusinessDetails(database: Database, id: string) {
  const { current, planned, past } = await findBusinessDetails(database, id)
  yield* [...planned.toReversed(), ...(current ? [current] : []), ...past]
}

async function* ownChoices(database: Database, id: string) {
  const { is_answered, ...choices } = await choicesOf(database, id)
  if (is_answered) yield choices
}

async function* ownResources(database: Database, id: string) {
  const query = database.selectFrom('resources').select(['id', 'document'])
  const rows = allRows(query, [sql<SqlBool>`owner_id = ${id}`], { rowsAtOnce: documentsAtOnce })
  for await (const row of rows) yield resourceOf(row)
}

/** Other rows are small, because their fields are limited. */
const photosAtOnce = Math.floor(limits.exportReadBytes / limits.photoKeptBytes)
const documentsAtOnce = Math.floor(limits.exportReadBytes / limits.documentBytes)
