import type { ChosenCodes, ChosenDevices } from '@coinless/contract/bulk-changes.ts'
import { limits } from '@coinless/contract/limits.ts'
import { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import { type SqlBool, sql } from 'kysely'
import { codeLeft } from '../../codes/batches/batches.ts'
import { selectOwnCodes } from '../../codes/prepaid-codes/export.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'
import { changeableDevice } from '../../platform/policy/policy.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { chosenCodes, chosenDevices } from '../bulk-changes/plan.ts'

function among(table: 'devices' | 'prepaid_codes', ids: readonly string[]) {
  return sql<SqlBool>`${sql.ref(`${table}.id`)} = any (${[...ids]}::uuid[])`
}

/**
 * Devices that the caller may change.
 * @throws Refusal too_many_rows
 */
export async function selectDevices(
  database: Database,
  caller: SignedInCaller,
  chosen: ChosenDevices,
) {
  const ids = await chosenDevices(database, caller, chosen)
  return database.selectFrom('devices').where(changeableDevice(caller)).where(among('devices', ids))
}

/**
 * Codes that the caller issued.
 * @throws Refusal too_many_rows
 */
export async function selectCodes(database: Database, caller: SignedInCaller, chosen: ChosenCodes) {
  const ids = await chosenCodes(database, caller, chosen)
  return selectOwnCodes(database, caller, {}).where(among('prepaid_codes', ids))
}

/** @throws Refusal too_many_rows, too_many_cards */
export async function listCards(database: Database, caller: SignedInCaller, chosen: ChosenCodes) {
  const ids = await chosenCodes(database, caller, chosen)
  const data = await selectOwnCodes(database, caller, {})
    .where(among('prepaid_codes', ids))
    .where(codeLeft)
    .select(columns(PrepaidCode))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limits.batchCodes + 1)
    .execute()
  if (data.length > limits.batchCodes) throw new Refusal('too_many_cards')
  const { full_name: run_by } = await database
    .selectFrom('users')
    .select('full_name')
    .where('id', '=', caller.id)
    .executeTakeFirstOrThrow()
  return { run_by, left_out: new Set(ids).size - data.length, data }
}
