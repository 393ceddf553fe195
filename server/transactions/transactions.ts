import type { Person } from '@coinless/contract/permissions.ts'
import { Transaction, type transactions } from '@coinless/contract/transactions.ts'
import type { z } from 'zod'
import { columns } from '../database/columns.ts'
import type { Database } from '../database/connection.ts'
import { contains, equals, listPage } from '../database/list.ts'
import { Refusal } from '../http/refusal.ts'
import { visibleTransaction } from '../policy.ts'

const transactionColumns = columns(Transaction)

export async function listTransactions(
  database: Database,
  person: Person,
  query: z.output<typeof transactions.list.query>,
) {
  const { search, payment_method } = query
  return listPage(
    database
      .selectFrom('transactions')
      .select(transactionColumns)
      .where(visibleTransaction(person))
      .where(contains(['id::text', 'device_number', 'customer_name'], search))
      .where(equals('payment_method', payment_method)),
    query,
  )
}

/** @throws Refusal transaction_not_found when there is none that this person may see. */
export async function findTransaction(database: Database, person: Person, id: string) {
  const transaction = await database
    .selectFrom('transactions')
    .select(transactionColumns)
    .where('id', '=', id)
    .where(visibleTransaction(person))
    .executeTakeFirst()
  if (!transaction) throw new Refusal('transaction_not_found')
  return transaction
}
