import type { NumericText } from '@coinless/contract/money.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import { type CallerRights, hasRight } from '@coinless/contract/rights.ts'
import { TopUp, type topUps } from '@coinless/contract/top-ups.ts'
import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { listPage } from '../../http/lists/list.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { creditNoteOf } from '../../ledger/receipts/receipts.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'
import { refundableTopUp, visibleCode, visibleTopUp } from '../../platform/policy/policy.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'

const backOnCard = sql<NumericText>`(
  select coalesce(sum(amount), 0)::numeric(12, 2) from top_up_refunds
  where top_up_id = top_ups.id and top_up_refunds.status = 'completed'
)`

/** Top-ups in the form of the contract. */
export function selectTopUps(database: Database) {
  return database
    .selectFrom('top_ups')
    .select(columns(TopUp.omit({ refunded_amount: true })))
    .select(backOnCard.as('refunded_amount'))
}

export async function listTopUps(
  database: Database,
  caller: Caller,
  { prepaid_code_id, ...page }: z.output<typeof topUps.list.query>,
) {
  const ofCode =
    prepaid_code_id === undefined
      ? sql<SqlBool>`true`
      : sql<SqlBool>`prepaid_code_id = ${prepaid_code_id}`
  return listPage(database, selectTopUps(database).where(visibleTopUp(caller)).where(ofCode), page)
}

/** @throws Refusal top_up_not_found if the caller may see none with this id */
export async function findTopUp(database: Database, caller: Caller & CallerRights, id: string) {
  const found = await selectTopUps(database)
    .select(sql<string>`(select email from users where users.id = issuer_id)`.as('paid_to'))
    .select(refundableTopUp(caller).as('is_issued'))
    .select(
      sql<NumericText | null>`(
        select remaining_balance from prepaid_codes
        where prepaid_codes.id = prepaid_code_id and ${visibleCode(caller)}
          and ${hasRight(caller, 'read_codes')}
      )`.as('remaining_balance'),
    )
    .select(sql<NumericText>`${refundable}`.as('refundable'))
    .where('top_ups.id', '=', id)
    .where(visibleTopUp(caller))
    .executeTakeFirst()
  if (!found) throw new Refusal('top_up_not_found')
  const { is_issued, refundable: left, remaining_balance, ...topUp } = found
  const may_refund = is_issued && hasRight(caller, 'give_money')
  return {
    ...topUp,
    // The serializer rejects text where null is allowed.
    remaining_balance: remaining_balance === null ? null : Number(remaining_balance),
    refundable_amount: may_refund ? Number(left) : 0,
    may_refund,
  }
}

/** What is left to refund: at most the code's balance, unless the code never took it. */
const refundable = sql`case status when 'completed' then least(
    top_ups.amount - (
      select coalesce(sum(amount), 0) from top_up_refunds
      where top_up_id = top_ups.id and top_up_refunds.status <> 'failed'
    ),
    case when refusal is null then (
      select remaining_balance from prepaid_codes where prepaid_codes.id = prepaid_code_id
    ) end
  ) else 0 end`

/** An automatic refund has no written reason; the top-up says why. */
const reason = sql<string>`case when actor_id is null then '' else reason end`

function selectRefunds(database: Database) {
  return database
    .selectFrom('top_up_refunds')
    .select(['id', 'amount', 'status', 'created_at', reason.as('reason')])
    .select(creditNoteOf(sql`top_up_refunds.id`).as('credit_note'))
}

export function findRefund(database: Database, id: string) {
  return selectRefunds(database).where('id', '=', id).executeTakeFirstOrThrow()
}

/** @throws Refusal top_up_not_found if the caller may see none with this id */
export async function listTopUpRefunds(
  database: Database,
  caller: SignedInCaller,
  id: string,
  query: z.output<typeof topUps.refunds.query>,
) {
  await findTopUp(database, caller, id)
  return listPage(database, selectRefunds(database).where('top_up_id', '=', id), query)
}
