import type {
  BulkChange,
  ChosenCodes,
  ChosenDevices,
  DeviceSetting,
} from '@coinless/contract/bulk-changes.ts'
import { limits } from '@coinless/contract/limits.ts'
import { plainAmount } from '@coinless/contract/money.ts'
import { may } from '@coinless/contract/permissions.ts'
import { sql } from 'kysely'
import { listCodes } from '../../codes/prepaid-codes/prepaid-codes.ts'
import { type Begin, lockSessionNowait, yieldToExclusive } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { refuseWithoutRight } from '../../http/request/session.ts'
import { versionOf } from '../../http/routing/version.ts'
import { findDevice, listDevices } from '../../machines/devices/devices.ts'
import { findPrices } from '../../machines/devices/prices.ts'
import type { BulkTables, SetTexts } from '../../platform/database/bulk-tables.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { hasValues, valuesBefore } from './changeable.ts'
import { kinds } from './kinds.ts'
import { startedBy } from './report.ts'

type PlannedRow = Omit<BulkTables['bulk_change_rows'], 'bulk_change_id' | 'old_values'> & {
  old_values: string
}

/** Maximum number of rows of a change, plus the excluded ones. */
const whole = { page: 1, limit: limits.bulkRows + limits.chosenRows }
const readAtOnce = 1000

/**
 * A filter reveals which rows match, so it needs the right to read.
 * @throws Refusal right_missing, too_many_rows
 */
export async function chosenDevices(
  database: Database,
  caller: SignedInCaller,
  chosen: ChosenDevices,
) {
  if ('ids' in chosen) return chosen.ids
  refuseWithoutRight(caller, 'read_devices')
  return but(chosen.except, await listDevices(database, caller, { ...chosen.filter, ...whole }))
}

/** @throws Refusal right_missing, too_many_rows */
export async function chosenCodes(database: Database, caller: SignedInCaller, chosen: ChosenCodes) {
  if ('ids' in chosen) return chosen.ids
  refuseWithoutRight(caller, 'read_codes')
  return but(chosen.except, await listCodes(database, caller, { ...chosen.filter, ...whole }))
}

interface Found {
  data: readonly { id: string }[]
  pagination: { total: number }
}

function but(except: readonly string[], { data, pagination: { total } }: Found): string[] {
  const leftOut = new Set(except)
  const ids = data.map(({ id }) => id).filter((id) => !leftOut.has(id))
  if (total > whole.limit || ids.length > limits.bulkRows) throw new Refusal('too_many_rows')
  return ids
}

/** @throws Refusal device_not_found, not_yours: for the device whose prices are copied */
export async function settingOf(
  database: Database,
  caller: SignedInCaller,
  { price, duration_minutes, prices_like, ...texts }: DeviceSetting,
): Promise<SetTexts> {
  return {
    ...texts,
    ...(prices_like === undefined
      ? {
          ...(price !== undefined && { price: plainAmount(price) }),
          ...(duration_minutes !== undefined && { duration_minutes: String(duration_minutes) }),
        }
      : { prices: JSON.stringify(await pricesOfOwn(database, caller, prices_like)) }),
  } as SetTexts
}

async function pricesOfOwn(database: Database, caller: SignedInCaller, id: string) {
  const device = await findDevice(database, caller, id)
  if (!may(caller, 'change device', device)) throw new Refusal('not_yours')
  return findPrices(database, id)
}

/** Stores what would be done and the row versions that were seen. Changes no row. */
export async function planChange(
  database: Database,
  caller: SignedInCaller,
  things: BulkChange['things'],
  ids: readonly string[],
  set: SetTexts,
): Promise<string> {
  const planned: PlannedRow[] = []
  let unchanged = 0
  for (let first = 0; first < ids.length; first += readAtOnce) {
    const asked = ids.slice(first, first + readAtOnce)
    const seen = await kinds[things].find(database, caller, asked, { isLocked: false })
    const known = new Set(seen.map(({ id }) => id))
    for (const id of new Set(asked)) if (!known.has(id)) planned.push(notThere(id))
    for (const row of seen) {
      const reason = kinds[things].obstacleOf(caller, row, set) ?? null
      if (reason === null && hasValues(row, set)) {
        unchanged++
        continue
      }
      planned.push({
        row_id: row.id,
        state: reason ? 'left' : 'planned',
        reason,
        version: versionOf(row.facts),
        old_values: JSON.stringify(valuesBefore(row, set)),
      })
    }
  }
  const membership_id = caller.acting?.membership_id ?? null
  const keep = async (transaction: Database, begin: Begin) => {
    await begin(transaction)
    const { id } = await transaction
      .insertInto('bulk_changes')
      .values({
        user_id: caller.id,
        membership_id,
        things,
        new_values: JSON.stringify(set),
        unchanged,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (let first = 0; first < planned.length; first += readAtOnce) {
      const rows = planned
        .slice(first, first + readAtOnce)
        .map((row) => ({ bulk_change_id: id, ...row }))
      await transaction.insertInto('bulk_change_rows').values(rows).execute()
    }
    await forgetOlder(transaction, caller)
    await lockSessionNowait(transaction, caller)
    return id
  }
  return yieldToExclusive(database, caller, (begin) =>
    database.transaction().execute((transaction) => keep(transaction, begin)),
  )
}

/**
 * Deletes older changes, except those in progress. Plans and reports are limited separately, so that plans do not
 * displace reports.
 */
async function forgetOlder(transaction: Database, caller: SignedInCaller) {
  for (const [state, kept] of [
    [sql`= 'planned'`, limits.bulkChanges],
    [sql`in ('applied', 'undone')`, limits.bulkReports],
  ] as const) {
    await sql`delete from bulk_changes
      where state ${state} and id = any (array(
        select id from bulk_changes where ${startedBy(caller)} and state ${state}
        order by created_at desc, id offset ${sql.lit(kept)} for update skip locked))`.execute(
      transaction,
    )
  }
}

function notThere(row_id: string): PlannedRow {
  return { row_id, state: 'left', reason: 'not_found', version: '', old_values: '{}' }
}
