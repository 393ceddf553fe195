import { sql } from 'kysely'
import { networkOf } from '../calls/caller-address.ts'
import type { Server } from '../calls/server.ts'
import { hashOfCredential } from '../controllers/credential.ts'
import { countingFailedAttempt, waitingSeconds } from '../throttle/failed-attempts.ts'

/**
 * Whose credential it is. Wrong ones are counted by their network; right ones are let in all the same:
 * nobody guesses 256 random bits, and one box with an old credential keeps no other out.
 */
export async function controllerOf(
  { config, database }: Pick<Server, 'config' | 'database'>,
  driver: 'coinless' | 'shelly',
  credential: string | undefined,
  address: string,
): Promise<string | undefined> {
  const network = networkOf(address)
  const throttle = config.rateLimits
    ? {
        own: `controller from ${network}`,
        network: `controllers from ${network}`,
        isKnown: sql<boolean>`false`,
      }
    : undefined
  const hash = hashOfCredential(credential ?? '')
  const { rows } = await sql<{ id: string | null }>`
    with found as (
      select id from controllers
      where credential_hash = ${hash} and driver = ${driver} and deleted_at is null
    ),
    wrong as (select ${waitingSeconds(throttle)} as seconds where not exists (select from found)),
    ${countingFailedAttempt(throttle, sql`from wrong where seconds is null`)}
    answer as (select id from found)
    select id from answer`.execute(database)
  return rows[0]?.id ?? undefined
}
