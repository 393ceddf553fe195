import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { secondFactor } from '@coinless/contract/second-factor.ts'
import { me } from '@coinless/contract/users.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { statusOf, testApp } from '../../../test/support/app.ts'
import { password, type TestUser } from '../../../test/support/make.ts'
import { restoredWorld } from '../../../test/support/restored-world.ts'
import { makeStaff } from '../../../test/support/staff.ts'
import { callName, everyEndpoint, everyRow } from '../../../test/support/valid-calls.ts'
import type { World } from '../../../test/support/world.ts'
import { openSession } from '../../sessions/account/sessions.ts'
import { addSecret } from './authenticator.ts'

/** Makes every call that writes with less proof than a change of the account's protection requires. */
const server = testApp({ publicUrl: 'https://coinless.example.com' })
const restored = restoredWorld(server)

const recovery = 'ABCD-2345-ABCD-2345-ABCD-2345'
const writing = everyEndpoint.filter(({ method, may }) => method !== 'GET' && may !== 'anyone')
const fieldsOf = ({ body }: Endpoint) => Object.keys((body as z.ZodObject | undefined)?.shape ?? {})
const proven = writing.filter((endpoint) => fieldsOf(endpoint).includes('second_factor'))
/** Takes a code of the new app. The owner gave proof when the addition began. */
const finishing: Endpoint[] = [secondFactor.confirmAuthenticator]

interface Protected extends World {
  owner: TestUser
}

/** Makes a payer with a passkey, recovery codes and, optionally, an app. */
async function makeProtected({ hasApp }: { hasApp: boolean }): Promise<Protected> {
  const world = await restored()
  const owner = world.as.payer as TestUser
  if (hasApp) {
    await addSecret(server.database, server.parts.config.jwtSecret, owner)
    await server.asOwner(`update authenticators set confirmed_at = now()`)
  }
  await server.asOwner(`insert into recovery_codes (user_id, code_hash)
    values ('${owner.id}', sha256('${recovery.replaceAll('-', '')}'))`)
  // Inviting staff requires a verified address. A role change requires own staff.
  await server.asOwner(`update users set email_verified = true where id = '${owner.id}'`)
  const { membershipId } = await makeStaff(server, owner, 'technician')
  return { ...world, owner, membershipId }
}

/** Reads all that protects the account, including begun additions. */
async function protection({ owner: { id } }: Protected) {
  const { rows } = await sql`select email, password_hash, closed_at,
      (select json_agg(passkeys.id order by id) from passkeys where user_id = users.id) as passkeys,
      (select json_agg(row_to_json(authenticators)) from authenticators
        where user_id = users.id) as apps,
      (select json_agg(code_hash order by code_hash) from recovery_codes
        where user_id = users.id) as recovery_codes,
      (select count(*) from passkey_challenges
        where user_id = users.id and purpose = 'creation') as begun
    from users where id = ${id}`.execute(server.database)
  return rows
}

/** Calls in a new session, as a thief would, without earlier failed attempts. */
async function ask(world: Protected, endpoint: Endpoint, proof: object) {
  await sql`delete from failed_attempts`.execute(server.database)
  const { id: sid } = await openSession(server.database, world.owner.id, {
    address: '',
    user_agent: '',
  })
  const token = server.app.jwt.sign({ sub: world.owner.id, sid })
  const row = everyRow.find((each) => each.endpoint === endpoint)
  const { body, ...sent } = row?.send?.(world) ?? {}
  const { current_password, second_factor, ...rest } = (body ?? {}) as Record<string, unknown>
  const typed = body === undefined || typeof body === 'string' ? body : { ...rest, ...proof }
  return statusOf(server.app, endpoint, { token }, { ...sent, body: typed })
}

const less: [string, object, Endpoint[]][] = [
  ['a session alone', {}, []],
  // A known password may be changed. A forgotten one is reset by mail.
  ['the password alone', { current_password: password }, [me.changePassword]],
  ['a second factor and no password', { current_password: 'wrong', second_factor: recovery }, []],
]

describe.each([
  ['a passkey', { hasApp: false }],
  ['a passkey and an app', { hasApp: true }],
])('an account with %s', (_factors, factors) => {
  // id: every-change-1
  test.each(less)(
    'keeps its factors, password and other access in every call that writes with %s',
    async (_what, proof, notTried) => {
      const world = await makeProtected(factors)
      const before = await protection(world)
      for (const endpoint of writing) {
        if (notTried.includes(endpoint)) continue
        const body = fieldsOf(endpoint).includes('current_password') ? proof : {}
        const status = await ask(world, endpoint, body)
        expect(await protection(world), `${callName(endpoint)}: ${status}`).toEqual(before)
      }
    },
  )
})

test('covers every call that writes', () => {
  const rows = new Set(everyRow.map(({ endpoint }) => endpoint))
  expect(writing.filter((endpoint) => !rows.has(endpoint)).map(callName)).toEqual([])
})

test.each(
  proven
    .filter((endpoint) => !finishing.includes(endpoint))
    .map((each) => [callName(each), each] as const),
)('allows %s with the password and a second factor', async (_name, endpoint) => {
  const hasApp = endpoint !== secondFactor.addAuthenticator
  const world = await makeProtected({ hasApp })
  const before = await protection(world)
  const proof = { current_password: password, second_factor: recovery }
  expect(await ask(world, endpoint, proof)).toBe(endpoint.status)
  expect(await protection(world)).not.toEqual(before)
})
