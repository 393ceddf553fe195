import { sql } from 'kysely'
import type { Database } from './connection.ts'

/** What is only ever added to. */
const history = ['transactions', 'ledger_entries', 'audit_events']

/**
 * Gives the user that the server works as its rights on the tables of their owner: it reads and
 * writes them, but changes no table and no trigger, and takes nothing out of the history.
 */
export async function grantServerRights(owner: Database, user: string): Promise<void> {
  const name = sql.id(user)
  await owner.transaction().execute(async (transaction) => {
    for (const statement of [
      sql`grant usage on schema public to ${name}`,
      sql`grant select, insert, update, delete on all tables in schema public to ${name}`,
      sql`revoke insert, update, delete on migrations from ${name}`,
      sql`revoke update, delete on ${sql.join(history.map((table) => sql.table(table)))} from ${name}`,
    ]) {
      await statement.execute(transaction)
    }
  })
}
