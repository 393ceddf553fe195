import type { AuditAction } from '@coinless/contract/choices.ts'
import type { Language } from '@coinless/contract/languages.ts'
import { plainAmount } from '@coinless/contract/money.ts'
import type { Customer, NewCode } from '@coinless/contract/new-codes.ts'
import { type Caller, isAdmin, may } from '@coinless/contract/permissions.ts'
import { PrepaidCode, prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { codeKey } from '@coinless/contract/typed-secrets.ts'
import {
  type Selectable,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
  type UpdateObject,
} from 'kysely'
import type { z } from 'zod'
import { countedListPage } from '../../http/lists/counted-list.ts'
import {
  equals,
  idBeginsWith,
  indexedContains,
  listPage,
  type Page,
} from '../../http/lists/list.ts'
import { lockSession } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { refuseWithoutPower } from '../../http/request/session.ts'
import { assertVersion } from '../../http/routing/version.ts'
import { issueEntry } from '../../ledger/entries/entries.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { Tables } from '../../platform/database/tables.ts'
import {
  allCodeStreams,
  issuedOrHeldCodeStreams,
  type Stream,
  visibleBatch,
  visibleCode,
} from '../../platform/policy/policy.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { enforceQuota } from '../../sessions/account/quotas.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'
import { queueCodeMails } from '../code-mails/queue-code-mails.ts'

const codeColumns = columns(PrepaidCode)
/** For admins. */
const issuerEmail = sql<string>`(select email from users where users.id = user_id)`.as('user_email')
const customerColumns = columns(prepaidCodes.changeCustomer.body)
const searched = [
  { column: 'search_text', of: 'code' },
  { column: 'customer_search_text', of: 'phone' },
] as const
const wholeId = 36

export async function listCodes(
  database: Database,
  caller: Caller,
  query: z.output<typeof prepaidCodes.list.query>,
) {
  const { batch_id, disabled, search } = query
  if (batch_id) {
    const found = selectCodes(database)
      .where('deleted_at', 'is', null)
      .where('batch_id', '=', batch_id)
      .where(sql<SqlBool>`exists (
        select from code_batches where code_batches.id = batch_id and ${visibleBatch(caller)}
      )`)
      .where(equals('disabled', disabled))
      .where(search ? indexedContains(searched, search) : sql<SqlBool>`true`)
    return listPage(database, found, query, sql`batch_line`)
  }
  return listStreams(database, selectCodes(database), issuedOrHeldCodeStreams(caller), query)
}

/** All codes, for admins. */
export async function listAllCodes(
  database: Database,
  query: z.output<typeof prepaidCodes.listAll.query>,
) {
  const { user_id, search } = query
  if (user_id === undefined || user_id.length === wholeId) {
    const codes = selectCodes(database).select(issuerEmail)
    return listStreams(database, codes, allCodeStreams(user_id), query)
  }
  const found = selectCodes(database)
    .select(issuerEmail)
    .where('deleted_at', 'is', null)
    .where(idBeginsWith('user_id', user_id))
    .where(search ? indexedContains(searched, search) : sql<SqlBool>`true`)
  return listPage(database, found, query)
}

function selectCodes(database: Database) {
  return database.selectFrom('prepaid_codes').select(codeColumns)
}

async function listStreams<Row>(
  database: Database,
  codes: SelectQueryBuilder<Tables, 'prepaid_codes', Row>,
  streams: Stream[],
  query: Partial<z.output<typeof prepaidCodes.list.query>> & Page,
) {
  return countedListPage(
    database,
    {
      table: 'prepaid_codes',
      query: codes,
      streams,
      facets: [
        { name: 'enabled', where: sql<SqlBool>`not disabled` },
        { name: 'disabled', where: sql<SqlBool>`disabled` },
      ].filter(
        ({ name }) => query.disabled === undefined || query.disabled === (name === 'disabled'),
      ),
      searched,
    },
    query,
  )
}

/** @throws Refusal code_not_found if the caller may see none with this id */
export async function findCode(database: Database, caller: Caller, id: string) {
  const code = await selectCodes(database)
    .where('id', '=', id)
    .where(visibleCode(caller))
    .executeTakeFirst()
  if (!code) throw new Refusal('code_not_found')
  return code
}

type Code = Selectable<Tables['prepaid_codes']>

/**
 * Locks a code for a change.
 * @throws Refusal session_expired, code_not_found, not_yours
 */
async function lockCode(transaction: Database, caller: SignedInCaller, id: string): Promise<Code> {
  await lockSession(transaction, caller)
  const code = await transaction
    .selectFrom('prepaid_codes')
    .selectAll()
    .where('id', '=', id)
    .where(visibleCode(caller))
    .forUpdate()
    .executeTakeFirst()
  if (!code) throw new Refusal('code_not_found')
  if (!may(caller, 'change prepaid code', code)) throw new Refusal('not_yours')
  return code
}

/**
 * The same for changes that keep a code usable: a code issued as admin pays everywhere, so these need admin rights.
 * @throws Refusal session_expired, code_not_found, not_yours, admin_only, second_factor_required
 */
export async function lockLivingCode(transaction: Database, caller: SignedInCaller, id: string) {
  const code = await lockCode(transaction, caller, id)
  if (code.issued_as_admin) refuseWithoutPower(caller)
  return code
}

/**
 * Issues a code with its ledger entry.
 * @param mailed language of a mail to its customer, if any
 * @throws the violation of `prepaid_codes_code_taken`, answered as code_taken
 */
export async function issueCode(
  transaction: Database,
  caller: SignedInCaller,
  body: NewCode,
  mailed?: Language,
) {
  await lockSession(transaction, caller)
  const { balance, ...code } = body
  const { id } = await transaction
    .insertInto('prepaid_codes')
    .values({
      ...code,
      lookup_key: codeKey(code.code),
      user_id: caller.id,
      issued_as_admin: isAdmin(caller),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await transaction
    .insertInto('ledger_entries')
    .values(issueEntry(id, caller.id, balance))
    .execute()
  if (mailed) await queueCodeMails(transaction, caller, mailed, [id], { kind: 'issue' })
  await recordEvent(transaction, caller, 'code_issued', { id }, { balance: plainAmount(balance) })
  const issued = await findCode(transaction, caller, id)
  await enforceQuota(transaction, caller, 'codes')
  return issued
}

/** Values that its version covers, per endpoint that replaces something. */
export const changeableFacts = { text: textOf, customer: customerOf, end: endOf }

function textOf({ code }: Pick<PrepaidCode, 'code'>) {
  return [code]
}

function customerOf(code: Pick<PrepaidCode, (typeof customerColumns)[number]>) {
  return customerColumns.map((column) => code[column])
}

function endOf({ expires_at }: { expires_at: Date | null }) {
  return [expires_at]
}

export async function renameCode(
  database: Database,
  caller: SignedInCaller,
  id: string,
  code: string,
  version?: string,
) {
  return changeCode(database, caller, id, (before) => {
    assertVersion(version, textOf(before))
    return { set: { code, lookup_key: codeKey(code) }, action: 'code_renamed' }
  })
}

/**
 * Transfers a code to another customer, or corrects the customer's data. The audit trail names the changed fields, not
 * personal data, which may be erased.
 */
export async function changeCustomer(
  database: Database,
  caller: SignedInCaller,
  id: string,
  customer: Customer,
  version?: string,
) {
  return changeCode(database, caller, id, (before) => {
    assertVersion(version, customerOf(before))
    const values = customerColumns.map((column) => {
      const value = customer[column]
      return [column, value === undefined ? before[column] : value] as const
    })
    const changed = values.filter(([column, value]) => value !== before[column])
    const names = changed.map(([column]) => column).join(', ')
    return {
      set: Object.fromEntries(values),
      action: 'code_customer_changed',
      ...(names && { details: { changed: names } }),
    }
  })
}

export async function setCodeDisabled(
  database: Database,
  caller: SignedInCaller,
  id: string,
  disabled: boolean,
) {
  return changeCode(database, caller, id, () => enabling(disabled))
}

export async function toggleCode(database: Database, caller: SignedInCaller, id: string) {
  return changeCode(database, caller, id, (before) => enabling(!before.disabled))
}

function enabling(disabled: boolean): Change {
  return { set: { disabled }, action: disabled ? 'code_disabled' : 'code_enabled' }
}

/** Soft-deletes the code: it can no longer pay; transactions and ledger entries stay. */
export async function deleteCode(
  database: Database,
  caller: SignedInCaller,
  id: string,
): Promise<void> {
  const set = { deleted_at: sql<Date>`now()` }
  await changeCode(database, caller, id, () => ({ set, action: 'code_deleted' }))
}

interface Change {
  set: UpdateObject<Tables, 'prepaid_codes'>
  action: AuditAction
  details?: Record<string, string>
}

/** @param changeOf computes the change from the locked code */
async function changeCode(
  database: Database,
  caller: SignedInCaller,
  id: string,
  changeOf: (before: Code) => Change,
) {
  return database.transaction().execute(async (transaction) => {
    const before = await lockCode(transaction, caller, id)
    const { set, action, details } = changeOf(before)
    const isItsEnd = action === 'code_disabled' || action === 'code_deleted'
    if (before.issued_as_admin && !isItsEnd) refuseWithoutPower(caller)
    const changed = await transaction
      .updateTable('prepaid_codes')
      .set(set)
      .where('id', '=', id)
      .returning(codeColumns)
      .executeTakeFirstOrThrow()
    await recordEvent(transaction, caller, action, { id }, details)
    return changed
  })
}
