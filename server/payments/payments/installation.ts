import type { Database } from '../../platform/database/connection.ts'

/** The name of this installation, of all its servers and of what is restored from its backups. */
export async function installationOf(database: Database): Promise<string> {
  await database
    .insertInto('installation')
    .defaultValues()
    .onConflict((conflict) => conflict.column('is_only').doNothing())
    .execute()
  const { id } = await database.selectFrom('installation').select('id').executeTakeFirstOrThrow()
  return id
}
