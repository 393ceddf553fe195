import { limits } from '@coinless/contract/limits.ts'
import type { Person } from '@coinless/contract/permissions.ts'
import { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import { Transaction } from '@coinless/contract/transactions.ts'
import { type SqlBool, sql } from 'kysely'
import { columns } from '../database/columns.ts'
import type { Database } from '../database/connection.ts'

/** The last payments of a person, and what is left on the codes that they pay with. */
export async function spendingOf(database: Database, person: Person) {
  const [last_payments, codes] = await Promise.all([
    database
      .selectFrom('transactions')
      .select(columns(Transaction))
      .where('payer_id', '=', person.id)
      .orderBy(sql`created_at desc, id desc`)
      .limit(limits.dashboardRows)
      .execute(),
    database
      .selectFrom('prepaid_codes')
      .select(columns(PrepaidCode))
      .where('deleted_at', 'is', null)
      .where('disabled', '=', false)
      .where('remaining_balance', '>', sql<never>`0`)
      .where(paidWithBy(person))
      .orderBy(sql`created_at desc, id desc`)
      .limit(limits.dashboardRows)
      .execute(),
  ])
  return { last_payments, codes }
}

/**
 * What a person holds at a verified address, or issued and paid with. Whoever only typed a code in
 * knows its text but may not see the code itself: it may have another text by now.
 */
function paidWithBy(person: Person) {
  return sql<SqlBool>`(
    (prepaid_codes.customer_email = ${person.email} and ${person.email_verified})
    or (prepaid_codes.user_id = ${person.id} and exists (
      select from transactions
      where transactions.prepaid_code_id = prepaid_codes.id
        and transactions.payer_id = ${person.id}
    ))
  )`
}
