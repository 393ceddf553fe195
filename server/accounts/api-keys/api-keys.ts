import { randomUUID } from 'node:crypto'
import { type ApiKey, apiKeyPrefix, type apiKeys } from '@coinless/contract/api-keys.ts'
import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { IdempotencyKey } from '../../http/idempotency/idempotency-key.ts'
import { idempotentWith } from '../../http/idempotency/idempotent.ts'
import { listPage, type PageRequest } from '../../http/lists/list.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Server } from '../../http/request/server.ts'
import { refuseWithoutPower } from '../../http/request/session.ts'
import { credentialOfNew } from '../../machines/controllers/credential.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { hashOfKey } from '../../sessions/account/key-lookup.ts'
import { endSessions } from '../../sessions/account/sessions.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'
import { hasFactor, lockProvenAccount } from '../second-factor/factors.ts'

type Parts = Pick<Server, 'config' | 'database'>
type NewKey = Pick<z.output<typeof apiKeys.create.body>, 'name' | 'rights' | 'expires_in_days'>

const endingLength = 4

const state = sql<ApiKey['state']>`case when ended_at is not null then 'ended'
  when expires_at <= now() then 'expired' else 'active' end`

/** API keys with their sessions. */
export function selectKeys(database: Database) {
  return database
    .selectFrom('api_keys')
    .innerJoin('sessions', 'sessions.id', 'api_keys.id')
    .select(['api_keys.id', 'name', 'ending', 'rights', 'created_at', 'last_used_at'])
    .select(sql<Date | null>`nullif(expires_at, 'infinity')`.as('expires_at'))
    .select(state.as('state'))
}

export function listKeys(database: Database, { id }: SignedInCaller, asked: PageRequest) {
  return listPage(database, selectKeys(database).where('user_id', '=', id), asked)
}

/**
 * Creates an API key. A retry returns the key of the first response.
 * @param signInSecrets result of proveOwner
 * @throws Refusal too_many_api_keys, admin_only, second_factor_required
 */
export async function createKey(
  { config, database }: Parts,
  caller: SignedInCaller,
  signInSecrets: string,
  body: NewKey,
  idempotencyKey: IdempotencyKey | undefined,
) {
  const id = randomUUID()
  const secretOf = (keyId: string) =>
    `${apiKeyPrefix}${credentialOfNew(keyId, idempotencyKey, config.jwtSecret)}`
  const secret = secretOf(id)
  const create = async (transaction: Database) => {
    if (body.rights.includes('admin')) refuseWithoutPower(caller)
    // Serialized, so that concurrent calls respect the limit.
    await lockProvenAccount(transaction, caller, signInSecrets)
    await refuseTooMany(transaction, caller.id)
    await insertKey(transaction, caller, { ...body, id, secret })
    const details = { rights: body.rights.join(', ') }
    await recordEvent(transaction, caller, 'api_key_created', { id, name: body.name }, details)
    return selectKeys(transaction).where('api_keys.id', '=', id).executeTakeFirstOrThrow()
  }
  return idempotentWith(database, idempotencyKey, create, (made) => ({
    secret: made.id === id ? secret : secretOf(made.id),
  }))
}

async function insertKey(
  transaction: Database,
  { id: user_id }: SignedInCaller,
  { id, secret, name, rights, expires_in_days }: NewKey & { id: string; secret: string },
): Promise<void> {
  // If the account has a factor, its owner has just proven one.
  const second_factor = await hasFactor(transaction, user_id)
  await transaction
    .insertInto('sessions')
    .values({
      id,
      user_id,
      second_factor,
      expires_at: sql<Date>`coalesce(
        now() + make_interval(days => ${expires_in_days ?? null}::integer), 'infinity')`,
    })
    .execute()
  const ending = secret.slice(-endingLength)
  await transaction
    .insertInto('api_keys')
    .values({ id, name, rights, ending, key_hash: hashOfKey(secret) })
    .execute()
}

async function refuseTooMany(transaction: Database, userId: string): Promise<void> {
  const count = await countKeys(transaction, userId)
  if (count >= limits.apiKeys) throw new Refusal('too_many_api_keys')
}

/** Counts active keys. */
export async function countKeys(database: Database, userId: string): Promise<number> {
  const { count } = await database
    .selectFrom('api_keys')
    .innerJoin('sessions', 'sessions.id', 'api_keys.id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where(state, '=', 'active')
    .executeTakeFirstOrThrow()
  return count
}

/** @throws Refusal api_key_not_found if it is not a key of the caller, or no longer active */
export async function endKey(database: Database, caller: SignedInCaller, id: string) {
  await database.transaction().execute(async (transaction) => {
    const ended = await endSessions(transaction)
      .from('api_keys')
      .where('sessions.id', '=', id)
      .where('api_keys.id', '=', id)
      .where('user_id', '=', caller.id)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning('name')
      .executeTakeFirst()
    if (!ended) throw new Refusal('api_key_not_found')
    await recordEvent(transaction, caller, 'api_key_ended', { id, name: ended.name })
  })
}
