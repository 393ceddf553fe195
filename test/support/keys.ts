import { randomBytes } from 'node:crypto'
import { apiKeyPrefix, apiKeys } from '@coinless/contract/api-keys.ts'
import { devices } from '@coinless/contract/devices.ts'
import { type Right, rights } from '@coinless/contract/rights.ts'
import { hashOfKey } from '../../server/sessions/account/key-lookup.ts'
import { statusOf, type TestApp } from './app.ts'
import { makeAdmin, makeUser, password, type TestUser } from './make.ts'

/** Each kind of API key: its owner, a caller with equal rights, its own rights, and whether it has ended or expired. */
export const keyKinds = {
  "the owner's key": { of: 'owner', rights: rights.filter((right) => right !== 'admin') },
  "the owner's key to see devices": { of: 'owner', rights: ['read_devices'] },
  "an admin's key": { of: 'admin', rights },
  "an admin's key without that right": {
    of: 'admin',
    as: 'stranger',
    rights: rights.filter((right) => right !== 'admin'),
  },
  "a former admin's key": { of: 'former admin', rights },
  'an ended key': { of: 'owner', rights, isOver: 'ended_at' },
  'an expired key': { of: 'owner', rights, isOver: 'expires_at' },
} as const satisfies Record<string, KeyFacts & { of: string; as?: string }>
export type KeyKind = keyof typeof keyKinds
export const keyCallers = Object.keys(keyKinds) as KeyKind[]

interface KeyFacts {
  rights?: readonly Right[]
  isOver?: 'ended_at' | 'expires_at'
}

/** Like a key made by the call, which needs a password. */
export async function makeKey(
  { database }: Pick<TestApp, 'database'>,
  { id: user_id }: { id: string },
  { rights: given = rights, isOver }: KeyFacts = {},
): Promise<{ id: string; token: string }> {
  const token = `${apiKeyPrefix}${randomBytes(32).toString('base64url')}`
  const { id } = await database
    .insertInto('sessions')
    .values({
      user_id,
      expires_at: 'infinity' as never,
      ...(isOver && { [isOver]: new Date(Date.now() - 60_000) }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database
    .insertInto('api_keys')
    .values({
      id,
      name: 'Script',
      key_hash: hashOfKey(token),
      ending: token.slice(-4),
      rights: [...given],
    })
    .execute()
  return { id, token }
}

/** Creates, lists and uses keys like their owners. */
export function keysBy(server: TestApp) {
  return {
    async create(as: TestUser, chosen: Right[] = ['read_devices'], more: object = {}) {
      const body = { current_password: password, name: 'Bookkeeping', rights: chosen, ...more }
      const made = await server.call(apiKeys.create, { as, body })
      return { ...made, token: made.secret }
    },
    listed: async (as: TestUser) => (await server.call(apiKeys.list, { as })).data,
    reads: (key: { token: string }) => statusOf(server.app, devices.list, key),
  }
}

/** Keys of the owner, and of separate makers for other kinds, so that they do not affect each other. */
export async function makeKeys(test: TestApp, owner: TestUser) {
  const made = await Promise.all(
    keyCallers.map(async (kind) => {
      const facts = keyKinds[kind]
      const maker = await { owner: () => owner, admin: makeAdmin, 'former admin': makeUser }[
        facts.of
      ](test)
      return [kind, await makeKey(test, maker, facts)] as const
    }),
  )
  const keys = Object.fromEntries(made) as Record<KeyKind, { id: string; token: string }>
  return { keys, keyId: (await makeKey(test, owner)).id }
}
