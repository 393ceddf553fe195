import { sql } from 'kysely'
import { LastingError } from '../config/setting-error.ts'
import type { Database } from '../database/connection.ts'
import { open, seal } from './sealed.ts'

const content = Buffer.from('known')
const owner = 'server'

/**
 * Checks that the secret is the one that encrypted the data in the database. Accepts a new one if nothing is lost by
 * it, or if the operator says that the old one is lost.
 * @throws SettingError otherwise, so that no user needs a recovery code because of a mistake
 */
export async function expectKnownSecret(
  database: Database,
  secret: string,
  { isLost }: { isLost: boolean },
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    // Serializes starts; nothing else locks the table.
    await sql`lock table secret_check in exclusive mode`.execute(transaction)
    const known = await transaction.selectFrom('secret_check').select('sealed').executeTakeFirst()
    if (known && open(secret, known.sealed, owner)) return
    const apps = await transaction
      .selectFrom('authenticators')
      .select(['user_id', 'sealed_secret'])
      .where('confirmed_at', 'is not', null)
      .execute()
    const isOfBefore =
      !known && apps.some(({ user_id, sealed_secret }) => open(secret, sealed_secret, user_id))
    if (apps.length > 0 && !isOfBefore && !isLost) {
      throw new LastingError(
        `JWT_SECRET does not belong to this database: it cannot decrypt the secrets of ${apps.length} authenticator apps. Set the original value, or put its file jwt-secret back into DATA_DIR. If it is lost, start once with JWT_SECRET_LOST=on; the affected users then need their recovery codes.`,
      )
    }
    await transaction.deleteFrom('secret_check').execute()
    await transaction
      .insertInto('secret_check')
      .values({ sealed: seal(secret, content, owner) })
      .execute()
  })
}
