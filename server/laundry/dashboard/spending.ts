import { limits } from '@coinless/contract/limits.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import { type SqlBool, sql } from 'kysely'
import { selectTransactions } from '../../ledger/transactions/transactions.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'
import { codePaidWith } from '../../platform/policy/policy.ts'

/** Last payments of the caller, and balances of the codes that they pay with. */
export async function spendingOf(database: Database, caller: Caller) {
  const [last_payments, codes] = await Promise.all([
    selectTransactions(database)
      .select('device_label')
      .where('payer_id', '=', caller.id)
      .orderBy(sql`created_at desc, id desc`)
      .limit(limits.dashboardRows)
      .execute(),
    database
      .selectFrom('prepaid_codes')
      .select(columns(PrepaidCode))
      .where('disabled', '=', false)
      .where(sql<SqlBool>`(expires_at is null or expires_at > now())`)
      .where('remaining_balance', '>', sql<never>`0`)
      .where(codePaidWith(caller))
      .orderBy(sql`created_at desc, id desc`)
      .limit(limits.dashboardRows)
      .execute(),
  ])
  return { last_payments, codes }
}
