import type { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { SignedInPerson } from '../auth/sessions.ts'
import type { Database } from '../database/connection.ts'
import { listPage } from '../database/list.ts'
import { findCode } from './prepaid-codes.ts'

/**
 * Each change of a code's balance, in the order in which they were done, newest first, with what was
 * left then.
 * @throws Refusal code_not_found when there is none that this person may see
 */
export async function listMovements(
  database: Database,
  person: SignedInPerson,
  id: string,
  query: z.output<typeof prepaidCodes.history.query>,
) {
  await findCode(database, person, id)
  return listPage(
    database,
    database
      .selectFrom('code_movements')
      .select(['id', 'reason', 'amount', 'balance_after as remaining_balance', 'created_at'])
      .select(
        sql<string | null>`coalesce(note, (
          select refunds.reason from refunds where refunds.id = refund_id
        ))`.as('note'),
      )
      .where('prepaid_code_id', '=', id),
    query,
    sql`code_entry desc`,
  )
}
