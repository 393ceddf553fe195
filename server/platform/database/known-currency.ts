import { sql } from 'kysely'
import { LastingError } from '../config/setting-error.ts'
import type { Database } from './connection.ts'

/**
 * Keeps the currency of the amounts in the database, which holds from the first device, code or top-up setting on.
 * @throws SettingError if there are amounts in another currency
 */
export async function expectKnownCurrency(database: Database, code: string): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('installation')
      .defaultValues()
      .onConflict((conflict) => conflict.column('is_only').doNothing())
      .execute()
    const { currency, has_amounts } = await transaction
      .selectFrom('installation')
      .select('currency')
      .select(
        sql<boolean>`exists (select from devices) or exists (select from prepaid_codes)
          or exists (select from top_up_settings)`.as('has_amounts'),
      )
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (currency === code) return
    if (currency !== null && has_amounts) {
      throw new LastingError(
        `CURRENCY is ${code}, but the amounts in this database are in ${currency}. Set CURRENCY=${currency}, or use an empty database for ${code}.`,
      )
    }
    await transaction.updateTable('installation').set({ currency: code }).execute()
  })
}

/** False on a server with another CURRENCY than the start that came last. */
export async function hasCurrency(database: Database, code: string): Promise<boolean> {
  const kept = await database.selectFrom('installation').select('currency').executeTakeFirst()
  return (kept?.currency ?? code) === code
}
