import { sql } from 'kysely'
import type { TestApp } from './app.ts'

/** Balance of a code, and the sums of its ledger entries and transactions. */
export async function moneyOf(test: TestApp, codeId: string) {
  const { rows } = await sql<{ balance: string; ledger: string; paid: string; count: number }>`
    select c.remaining_balance as balance,
      (select sum(amount) from code_movements where prepaid_code_id = c.id) as ledger,
      (select coalesce(sum(amount), 0) from transactions where prepaid_code_id = c.id) as paid,
      (select count(*) from transactions where prepaid_code_id = c.id) as count
    from prepaid_codes c where id = ${codeId}`.execute(test.database)
  return rows[0]
}

/** The money of a code from makeCode before any payment. */
export const untouched = { balance: '10.00', ledger: '10.00', paid: '0', count: 0 }
