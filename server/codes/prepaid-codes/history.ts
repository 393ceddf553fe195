import type { CycleReason } from '@coinless/contract/choices.ts'
import { may } from '@coinless/contract/permissions.ts'
import type { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { listPage } from '../../http/lists/list.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Database } from '../../platform/database/connection.ts'
import { visibleCode } from '../../platform/policy/policy.ts'
import { findCode } from './prepaid-codes.ts'

/**
 * Changes of a code's balance, newest first, with the balance after each. A holder sees only changes since they
 * received the code.
 * @throws Refusal code_not_found if the caller may see none with this id
 */
export async function listMovements(
  database: Database,
  caller: SignedInCaller,
  id: string,
  query: z.output<typeof prepaidCodes.history.query>,
) {
  const code = await findCode(database, caller, id)
  const seesAll = may(caller, 'change prepaid code', code)
  // Checked again with the rows: the code may have a new holder.
  const firstSeen = sql`(
    select ${seesAll ? sql`0` : sql`entry_count_at_transfer`} from prepaid_codes
    where id = ${id} and ${visibleCode(caller)}
  )`
  const isOwn = sql`not exists (
      select from ledger_entries as paid
      where paid.transaction_id = code_movements.transaction_id and paid.reason = 'redemption'
        and paid.code_entry <= ${firstSeen}
    ) and not exists (
      select from ledger_entries as paid join top_up_refunds as back on paid.id = top_up_id
      where back.id = code_movements.id and paid.code_entry <= ${firstSeen}
    )`
  const note = sql<string | null>`case when ${isOwn} then coalesce(note, (
      select refunds.reason from refunds where refunds.id = refund_id and actor_id is not null
    ), (
      select back.reason from top_up_refunds as back
      where back.id = code_movements.id and actor_id is not null
    )) end`
  const cause = sql<CycleReason | null>`case when ${isOwn} then (
      select refunds.reason from refunds where refunds.id = refund_id and actor_id is null
    ) end`
  return listPage(
    database,
    database
      .selectFrom('code_movements')
      .select(['id', 'reason', 'amount', 'balance_after as remaining_balance', 'created_at'])
      .select([note.as('note'), cause.as('cause')])
      .where('prepaid_code_id', '=', id)
      .where(sql<SqlBool>`code_entry > ${firstSeen}`),
    query,
    sql`code_entry desc`,
  )
}
