import type { Language } from '@coinless/contract/languages.ts'
import { limits } from '@coinless/contract/limits.ts'
import { type NumericText, plainAmount } from '@coinless/contract/money.ts'
import { type Caller, isAdmin } from '@coinless/contract/permissions.ts'
import {
  type BatchCustomer,
  BatchRow,
  CodeBatch,
  type CodeBatchState,
  type NewBatch,
  type prepaidCodeBatches,
} from '@coinless/contract/prepaid-code-batches.ts'
import { quotaOf } from '@coinless/contract/quotas.ts'
import { codeKey } from '@coinless/contract/typed-secrets.ts'
import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { contains, listPage } from '../../http/lists/list.ts'
import { timeOfRow } from '../../http/lists/time-of-row.ts'
import { lockSessionNowait } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { accounts } from '../../ledger/entries/entries.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'
import { visibleBatch } from '../../platform/policy/policy.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { generateCodes } from '../../platform/secrets/code-text.ts'
import { assertQuota, enforceQuota } from '../../sessions/account/quotas.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'
import { queueCodeMails } from '../code-mails/queue-code-mails.ts'

export const batchColumns = columns(CodeBatch)
const rowColumns = columns(BatchRow)

export async function listBatches(
  database: Database,
  caller: Caller,
  query: z.output<typeof prepaidCodeBatches.list.query>,
) {
  const found = database
    .selectFrom('code_batches')
    .select(batchColumns)
    .where('user_id', '=', caller.id)
    .where(contains('search_text', query.search))
  return listPage(database, found, query)
}

/** Each statement ends long before the statement timeout, also on a slow or busy machine. */
const codesAtOnce = 1000

/**
 * Issues all codes of a batch with their ledger entries. Call within yieldToExclusive.
 * @throws Refusal session_expired, verification_needed, mail_needs_verified, too_many_code_mails
 */
export async function issueBatch(
  transaction: Database,
  caller: SignedInCaller,
  body: NewBatch,
  language: Language,
) {
  const { customers = nobody(body.codes ?? 0), balance, mail_customers, ...facts } = body
  const { tag = null, location = null, landlord_email = null, expires_at } = facts
  await assertQuota(transaction, caller, 'codes', customers.length)
  const issued_as_admin = isAdmin(caller)
  const batch = await transaction
    .insertInto('code_batches')
    .values({
      ...{ user_id: caller.id, issued_as_admin, tag, balance, expires_at },
      codes: customers.length,
    })
    .returning(batchColumns)
    .executeTakeFirstOrThrow()
  const ids: string[] = []
  for (let from = 0; from < customers.length; from += codesAtOnce) {
    const rows = await columnsOf(customers.slice(from, from + codesAtOnce))
    const { rows: issued } = await sql<{ id: string }>`
      insert into prepaid_codes (user_id, issued_as_admin, code, lookup_key, customer_name, customer_email,
        phone_number, location, landlord_email, tag, expires_at, batch_id, batch_line, created_at)
      select ${caller.id}::uuid, ${issued_as_admin}::boolean, code, lookup_key, customer_name, customer_email,
        phone_number, ${location}::text, ${landlord_email}::text, ${tag}::text, ${expires_at}::timestamptz,
        ${batch.id}::uuid, line + ${from}::integer, ${timeOfRow(sql`line + ${from}::integer`)}
      from unnest(${rows}) with ordinality
        as codes (code, lookup_key, customer_name, customer_email, phone_number, line)
      returning id`.execute(transaction)
    ids.push(...issued.map(({ id }) => id))
    await sql`
      insert into ledger_entries (reason, amount, debit_account, credit_account, prepaid_code_id, actor_id)
      select 'issue', ${balance}::numeric, ${accounts.sold(sql.ref('user_id'))}, ${accounts.code(sql.ref('id'))},
        id, user_id
      from prepaid_codes where batch_id = ${batch.id} and batch_line > ${from}`.execute(transaction)
  }
  if (mail_customers) await queueCodeMails(transaction, caller, language, ids, { kind: 'issue' })
  const details = { codes: String(batch.codes), balance: plainAmount(balance) }
  await recordEvent(transaction, caller, 'code_batch_issued', { id: batch.id }, details)
  await enforceQuota(transaction, caller, 'codes', customers.length)
  await refuseTooManyBatches(transaction, caller)
  await lockSessionNowait(transaction, caller)
  return batch
}

/**
 * Call after inserting the codes, whose quota lock serializes calls of the account.
 * @throws Refusal too_many_batches, verification_needed
 */
async function refuseTooManyBatches(transaction: Database, caller: SignedInCaller) {
  const most = quotaOf('batches', caller)
  const { rows } = await sql<{ kept: number }>`select count(*) as kept
    from (select from code_batches where user_id = ${caller.id} limit ${most + 1}) as batch`.execute(
    transaction,
  )
  if (rows.every(({ kept }) => kept <= most)) return
  throw new Refusal(caller.email_verified ? 'too_many_batches' : 'verification_needed')
}

/** Codes without customers, to hand out later. */
function nobody(codes: number): Partial<BatchCustomer>[] {
  return Array.from({ length: codes }, () => ({}))
}

/** Values that differ between codes, one array per column. */
async function columnsOf(customers: readonly Partial<BatchCustomer>[]) {
  const codes = await generateCodes(customers.length)
  const lists = [
    codes,
    codes.map(codeKey),
    ...(['customer_name', 'customer_email', 'phone_number'] as const).map((fact) =>
      customers.map((customer) => customer[fact] ?? null),
    ),
  ]
  return sql.join(lists.map((list) => sql`${list}::text[]`))
}

/** On `prepaid_codes`: codes that batch actions apply to, and codes that can pay. */
export const enabledCode = sql<SqlBool>`deleted_at is null and not disabled`
export const codeLeft = sql<SqlBool>`${enabledCode} and (expires_at is null or expires_at > now())`
const codeWithAddress = sql<SqlBool>`${codeLeft} and customer_email is not null`
export const codeNotMailed = sql<SqlBool>`${codeWithAddress} and not exists (select from code_mails
  where prepaid_code_id = prepaid_codes.id and kind = 'issue' and is_current)`

/** @throws Refusal batch_not_found if the caller may see none with this id */
async function findBatch(database: Database, caller: Caller, id: string) {
  const batch = await database
    .selectFrom('code_batches')
    .select(batchColumns)
    .where('id', '=', id)
    .where(visibleBatch(caller))
    .executeTakeFirst()
  if (!batch) throw new Refusal('batch_not_found')
  return batch
}

export async function findBatchState(database: Database, caller: Caller, id: string) {
  const batch = await findBatch(database, caller, id)
  const { rows } = await sql<Record<Figure, number> & Record<Sum, NumericText>>`
    select count(*) as issued, coalesce(sum(balance), 0) as issued_dollars,
      ${figure('enabled', enabledCode)}, ${figure('left', codeLeft)},
      count(*) filter (where ${codeWithAddress}) as with_email,
      count(*) filter (where ${codeNotMailed}) as not_mailed
    from prepaid_codes where batch_id = ${id}`.execute(database)
  const { rows: paid } = await sql<{ used: number; used_dollars: NumericText }>`
    select count(*) as used, coalesce(sum(dollars), 0) as used_dollars from (
      select -sum(amount) as dollars
      from prepaid_codes join code_movements on prepaid_code_id = prepaid_codes.id
      where batch_id = ${id} and reason in ('redemption', 'refund')
      group by prepaid_codes.id having sum(amount) < 0
    ) as code`.execute(database)
  const found = { ...rows[0], ...paid[0] } as Record<Figure, number> & Record<Sum, NumericText>
  const figures = (name: Exclude<Figure, Count>) => ({
    codes: found[name],
    dollars: found[`${name}_dollars`],
  })
  return {
    ...batch,
    ...(await sharedFacts(database, id)),
    issued: figures('issued'),
    used: figures('used'),
    enabled: figures('enabled'),
    left: figures('left'),
    with_email: found.with_email,
    not_mailed: found.not_mailed,
    ...(await mailsOfBatch(database, id)),
  }
}

type Count = 'with_email' | 'not_mailed'
type Figure = keyof Pick<CodeBatchState, 'issued' | 'used' | 'enabled' | 'left' | Count>
type Sum = `${Exclude<Figure, Count>}_dollars`

function figure(name: Figure, where: typeof codeLeft) {
  return sql`count(*) filter (where ${where}) as ${sql.ref(name)},
    coalesce(sum(remaining_balance) filter (where ${where}), 0) as ${sql.ref(`${name}_dollars`)}`
}

/** Mails to the current customers of its codes. */
async function mailsOfBatch(database: Database, id: string) {
  const ofBatch = sql`code_mails join prepaid_codes on prepaid_codes.id = prepaid_code_id
    where batch_id = ${id} and is_current`
  const { rows } = await sql<CodeBatchState['mails']>`
    select count(*) as asked, count(sent_at) as sent, count(*) filter (where is_refused) as refused
    from ${ofBatch}`.execute(database)
  const { rows: refused } = await sql<CodeBatchState['refused_mails'][number]>`
    select prepaid_code_id, customer_email from ${ofBatch} and is_refused and customer_email is not null
    order by batch_line limit ${sql.lit(limits.refusedMailsShown)}`.execute(database)
  return { mails: rows[0] as CodeBatchState['mails'], refused_mails: refused }
}

/** Values shared by all codes are read from the first one, and disappear when it is anonymized. */
function sharedFacts(database: Database, id: string) {
  return database
    .selectFrom('prepaid_codes')
    .select(['landlord_email', 'location'])
    .innerJoin('users', 'users.id', 'user_id')
    .select('full_name as run_by')
    .where('batch_id', '=', id)
    .orderBy('batch_line')
    .limit(1)
    .executeTakeFirstOrThrow()
}

/** All codes that are not deleted, in order, read in chunks. */
export async function* codesOfBatch(database: Database, caller: Caller, id: string) {
  await findBatch(database, caller, id)
  let last = 0
  for (;;) {
    const part = await database
      .selectFrom('prepaid_codes')
      .select(rowColumns)
      .select(sql<number>`batch_line`.as('batch_line'))
      .where('batch_id', '=', id)
      .where('batch_line', '>', last)
      .where('deleted_at', 'is', null)
      .orderBy('batch_line')
      .limit(limits.exportRowsAtOnce)
      .execute()
    yield* part
    if (part.length < limits.exportRowsAtOnce) return
    last = part.at(-1)?.batch_line ?? last
  }
}
