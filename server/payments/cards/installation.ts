import type { Database } from '../../platform/database/connection.ts'

/** Name of this installation, shared by its servers and by restores of its backups. */
export async function installationOf(database: Database): Promise<string> {
  await database
    .insertInto('installation')
    .defaultValues()
    .onConflict((conflict) => conflict.column('is_only').doNothing())
    .execute()
  const { id } = await database.selectFrom('installation').select('id').executeTakeFirstOrThrow()
  return id
}
