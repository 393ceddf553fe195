import { isAdmin, type Person } from '@coinless/contract/permissions.ts'
import { Transaction, type transactions } from '@coinless/contract/transactions.ts'
import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { columns } from '../database/columns.ts'
import type { Database } from '../database/connection.ts'
import { contains, equals, listPage } from '../database/list.ts'
import { ownedDevice } from '../devices/devices.ts'
import { Refusal } from '../http/refusal.ts'

const transactionColumns = columns(Transaction)

/** SQL condition on `transactions`: the payer, and the owner or landlord of the device, see one. */
function visibleTransaction(person: Person) {
  if (isAdmin(person)) return sql<SqlBool>`true`
  return sql<SqlBool>`(
    transactions.payer_id = ${person.id}
    or transactions.device_id in (
      select devices.id from devices where ${ownedDevice(person)}
    )
  )`
}

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
