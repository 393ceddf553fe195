import { displays } from '@coinless/contract/displays.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { limits } from '@coinless/contract/limits.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import type { RefusalCode } from '@coinless/contract/refusals.ts'
import { secondFactor } from '@coinless/contract/second-factor.ts'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../../test/support/app.ts'
import { makeUser, password, type TestUser } from '../../../test/support/make.ts'
import { restoredWorld } from '../../../test/support/restored-world.ts'
import type { Row } from '../../../test/support/row.ts'
import { callName, everyEndpoint, everyRow, servedBy } from '../../../test/support/valid-calls.ts'
import { makePasskey, type World } from '../../../test/support/world.ts'
import { addSecret } from '../../accounts/second-factor/authenticator.ts'
import { generateCode } from '../../platform/secrets/code-text.ts'
import { mailCode } from '../../sessions/account/email-codes.ts'

/** Tests every call that checks a secret, for each secret that it checks. */
const server = testApp({ rateLimits: true })
const restored = restoredWorld(server)

let world: World
beforeAll(async () => {
  world = await restored()
})
beforeEach(() => sql`delete from failed_attempts`.execute(server.database))

/** More than the free attempts. A check of all of them would take waits of half a minute. */
const burst = 10
/** More calls than the limit of a minute. */
const flood = 35

/** Secrets of a user, by body field. */
type Typed = Record<string, string>

/** Refusal of a wrong secret, and the body field of the secret. */
const fieldOf: Partial<Record<RefusalCode, string>> = {
  wrong_credentials: 'password',
  wrong_password: 'current_password',
  wrong_second_factor: 'second_factor',
  wrong_email_code: 'code',
  code_not_accepted: 'prepaid_code',
  code_taken: 'code',
}

/** Refusals of secrets beyond guessing: signatures, tokens and keys of many random bits. */
const beyondGuessing: RefusalCode[] = ['passkey_not_accepted', 'session_expired', 'signed_out']

interface Case {
  endpoint: Endpoint
  refusal: RefusalCode
  field: string
  row: Row
}

const cases = everyEndpoint.flatMap((endpoint) =>
  endpoint.refusals.flatMap((refusal): Case[] => {
    const row = everyRow.find((each) => each.endpoint === endpoint)
    const field = fieldOf[refusal]
    const isTyped = field && endpoint.body instanceof z.ZodObject && field in endpoint.body.shape
    return row && isTyped && endpoint !== displays.pay ? [{ endpoint, refusal, field, row }] : []
  }),
)

test('covers every refusal of a secret and every endpoint that counts attempts', () => {
  const known = new Set<RefusalCode>([
    ...(Object.keys(fieldOf) as RefusalCode[]),
    ...beyondGuessing,
  ])
  const refused = new Set(everyEndpoint.flatMap(({ refusals }) => refusals))
  const secrets = [...refused].filter((code) => /^wrong_|_not_accepted$/.test(code))
  expect(secrets.filter((code) => !known.has(code))).toEqual([])
  const counting = everyEndpoint.filter(({ refusals }) => refusals.includes('too_many_attempts'))
  // server/codes/prepaid-codes/import.test.ts covers lists of texts, laundry/displays/display-payments.test.ts displays.
  const tried = new Set([
    ...cases.map(({ endpoint }) => endpoint),
    prepaidCodes.import,
    displays.pay,
  ])
  expect(counting.filter((endpoint) => !tried.has(endpoint)).map(callName)).toEqual([])
})

/** Makes a user with a password, an authenticator app and a passkey. For a code, takes its issuer or holder. */
async function makeOwner({ endpoint, row, refusal }: Case) {
  const isOfCode = /^code_/.test(refusal)
  if (isOfCode) world = await restored()
  const owner = isOfCode
    ? (world.as[servedBy(row)[0] ?? 'owner'] as TestUser)
    : await makeUser(server)
  const own = { ...world, passkeyId: await makePasskey(server, owner) }
  const app = await addSecret(server.database, server.parts.config.jwtSecret, owner)
  if (endpoint !== secondFactor.confirmAuthenticator) {
    await sql`update authenticators set confirmed_at = now()`.execute(server.database)
  }
  const { params = {}, body } = row.send?.(own) ?? {}
  const right = (): Typed => ({
    ...(body as Typed),
    email: owner.email,
    password,
    current_password: password,
    second_factor: new TOTP({ secret: app?.secret ?? '' }).generate(),
  })
  return { owner, params, right }
}

/** Mails this user a code for the purpose of the endpoint, and returns it. */
async function mailedCode({ endpoint }: Case, owner: TestUser): Promise<Typed> {
  if (!endpoint.refusals.includes('wrong_email_code')) return {}
  await sql`update email_codes set created_at = created_at - interval '1 hour'`.execute(
    server.database,
  )
  const purpose = endpoint.may === 'anyone' ? 'password' : 'verification'
  await mailCode(server.parts, owner, purpose, 'en', [])
  const mail = (await server.mails()).findLast(({ to }) => to === owner.email)
  return { code: /^\w{4}-\w{4}$/m.exec(mail?.text ?? '')?.[0] ?? '' }
}

/** Returns another wrong secret each time, except for the text of a taken code. */
function wrongSecret({ refusal }: Case): string {
  if (refusal === 'code_taken') return world.claimed.code.code
  return refusal === 'wrong_second_factor' ? '000000' : generateCode()
}

interface Call {
  params: object
  typed: Typed
  token: string
  from: string
}

/** Sends the fields that the endpoint takes, and returns the refusal code or `done`. */
async function ask({ endpoint }: Case, { params, typed, token, from }: Call) {
  const known = Object.keys((endpoint.body as z.ZodObject).shape)
  const answer = await server.app.inject({
    method: endpoint.method,
    url: `/api${endpoint.path.replace(/:(\w+)/g, (_, name: string) => Reflect.get(params, name))}`,
    headers: endpoint.may === 'anyone' ? {} : { authorization: `Bearer ${token}` },
    payload: Object.fromEntries(Object.entries(typed).filter(([name]) => known.includes(name))),
    remoteAddress: from,
  })
  return answer.statusCode < 300 ? 'done' : (answer.json().code as string)
}

function together(times: number, call: () => Promise<string>): Promise<string[]> {
  return Promise.all(Array.from({ length: times }, call))
}

const named = cases.map(
  (each, index) => [`${callName(each.endpoint)}, ${each.field}`, each, index] as const,
)

// id: every-secret-1
describe('a stranger uses up no attempts of the owner, and few concurrent attempts are checked:', () => {
  test.each(named)('%s', async (_, each, index) => {
    const { owner, params, right } = await makeOwner(each)
    const { refusal, field } = each
    const isMailed = refusal === 'wrong_email_code'
    const atHome = { params, token: owner.token, from: `192.0.2.${index}` }
    // A stranger who registered the address has a session in its account.
    const stranger = isMailed ? owner : (world.as.stranger as TestUser)
    const elsewhere = { params, token: stranger.token, from: `198.51.100.${index}` }
    const wrong = () => wrongSecret(each)

    const mailed = await mailedCode(each, owner)
    const unknown = () => ({
      password: wrong(),
      current_password: wrong(),
      second_factor: '000000',
    })
    await together(refusal === 'wrong_credentials' ? flood : limits.freeAttempts + 2, () =>
      ask(each, { ...elsewhere, typed: { ...right(), ...unknown(), [field]: wrong() } }),
    )
    const first = await ask(each, { ...atHome, typed: { ...right(), ...mailed } })
    expect([refusal, 'too_many_attempts', 'too_many_requests']).not.toContain(first)

    // Another user, because the call may have closed the first account.
    const other = await makeOwner(each)
    const asOther = { params: other.params, token: other.owner.token, from: atHome.from }
    const next = await mailedCode(each, other.owner)
    const answers = await together(burst, () =>
      ask(each, { ...asOther, typed: { ...other.right(), [field]: wrong() } }),
    )
    if (isMailed) {
      expect(await ask(each, { ...asOther, typed: { ...other.right(), ...next } })).toBe(refusal)
    } else {
      expect(new Set(answers)).toEqual(new Set([refusal, 'too_many_attempts']))
    }
  })
})
