import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { open, seal } from '../../platform/secrets/sealed.ts'
import { newPair } from './encrypt.ts'
import type { PushKeys } from './signature.ts'

const owner = 'push keys'

/**
 * Keys from the settings, or a shared pair created once. A pair sealed with another JWT_SECRET is unusable, and so are
 * its subscriptions.
 */
export async function pushKeysOf(
  database: Database,
  { pushKeys, jwtSecret }: Pick<AppConfig, 'pushKeys' | 'jwtSecret'>,
): Promise<PushKeys> {
  if (pushKeys) return pushKeys
  for (;;) {
    const kept = await database.selectFrom('push_keys').selectAll().executeTakeFirst()
    if (kept) {
      const privateKey = open(jwtSecret, kept.sealed_private_key, owner)?.toString()
      if (privateKey) return { publicKey: kept.public_key, privateKey }
      await database.deleteFrom('push_keys').where('public_key', '=', kept.public_key).execute()
    }
    const pair = newPair()
    await database
      .insertInto('push_keys')
      .values({
        public_key: pair.getPublicKey('base64url'),
        sealed_private_key: seal(jwtSecret, Buffer.from(pair.getPrivateKey('base64url')), owner),
      })
      // The first of two concurrent servers wins.
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
