import { defaultLanguage, type Language, languages } from '@coinless/contract/languages.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

/** SQL for a user id: the language of their most recent session. */
export function lastLanguage(userId: RawBuilder<unknown>): RawBuilder<Language> {
  const known = sql`language in (${sql.join(languages)})`
  return sql`coalesce((
    select language from sessions where user_id = ${userId} and ${known} order by last_seen_at desc limit 1
  ), ${defaultLanguage})`
}

/** For mails that no request of theirs causes. */
export async function lastLanguageOf(database: Database, userId: string): Promise<Language> {
  const { rows } = await sql<{ language: Language }>`
    select ${lastLanguage(sql`${userId}::uuid`)} as language`.execute(database)
  return rows[0]?.language ?? defaultLanguage
}
