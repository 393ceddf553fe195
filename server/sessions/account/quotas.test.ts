import { apiKeys } from '@coinless/contract/api-keys.ts'
import { controllers } from '@coinless/contract/controllers.ts'
import { devices } from '@coinless/contract/devices.ts'
import { endpoints } from '@coinless/contract/endpoints.ts'
import { limits } from '@coinless/contract/limits.ts'
import { passkeys } from '@coinless/contract/passkeys.ts'
import { prepaidCodeBatches } from '@coinless/contract/prepaid-code-batches.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { type QuotaKind, quotaKinds, quotaOf, quotas } from '@coinless/contract/quotas.ts'
import { resources } from '@coinless/contract/resources.ts'
import { staff } from '@coinless/contract/staff.ts'
import { me } from '@coinless/contract/users.ts'
import { webhooks } from '@coinless/contract/webhooks.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { answered, testApp } from '../../../test/support/app.ts'
import { deviceBody, makeLandlord, makeUser, type TestUser } from '../../../test/support/make.ts'
import type { Sent } from '../../../test/support/row.ts'
import { everyEndpoint } from '../../../test/support/valid-calls.ts'
import { type Network, networksOf } from '../../http/request/caller-address.ts'
import { generateCode } from '../../platform/secrets/code-text.ts'

const server = testApp()
const limited = testApp({ rateLimits: true })

const makers = new Map<(typeof everyEndpoint)[number], QuotaKind>([
  [devices.create, 'devices'],
  [devices.import, 'devices'],
  [prepaidCodes.create, 'codes'],
  [prepaidCodes.import, 'codes'],
  [prepaidCodeBatches.create, 'batches'],
  [controllers.create, 'controllers'],
  [resources.create, 'resources'],
  [webhooks.create, 'webhooks'],
  [staff.invite, 'staff'],
  [apiKeys.create, 'api_keys'],
  // The offer to add a passkey is refused.
  [passkeys.creationOptions, 'passkeys'],
])

const { auth, guests, payments, topUps, refunds, reports, bulkChanges, deviceLinks } = endpoints
/** They leave money, history or rows that expire, or a few rows for each row that has a quota. */
const leavesNoMore = [
  ...[auth.register, guests.begin, passkeys.add, endpoints.displays.pay],
  ...[payments.prepaid, payments.chosenCode, payments.card, topUps.create, topUps.refund],
  ...[refunds.create, reports.create, reports.answer, reports.reply, webhooks.test],
  ...[bulkChanges.planForDevices, bulkChanges.planForCodes, endpoints.calendars.create],
  ...[deviceLinks.create, deviceLinks.test, endpoints.cycles.startFree, endpoints.displays.create],
]

test('has a quota and its refusals for every call that creates something', () => {
  const making = everyEndpoint.filter(
    ({ status, path }) => status === 201 || path.endsWith('/import'),
  )
  const known: readonly unknown[] = [...makers.keys(), ...leavesNoMore]
  expect(making.filter((endpoint) => !known.includes(endpoint)).map(({ path }) => path)).toEqual([])
  expect(new Set(makers.values())).toEqual(new Set(quotaKinds))
  for (const [{ path, refusals }, kind] of makers) {
    const { most, unverified } = quotas[kind]
    const before = unverified > 0 && unverified < most
    const wanted = [
      `too_many_${kind}`,
      ...(before ? ['verification_needed', 'too_many_unverified'] : []),
    ]
    expect(refusals, path).toEqual(expect.arrayContaining(wanted))
  }
})

interface Making {
  endpoint: (typeof everyEndpoint)[number]
  send(user: TestUser, n: number): Sent & { idempotencyKey?: string }
  fill(user: TestUser, count: number): string
}

const counted = (audience: string, count: number) => `insert into row_counts
  values ('${audience}', 'infinity', '', ${count})`
const deviceOf = ({ email }: TestUser, n: number) => ({
  ...deviceBody,
  device_number: `X-${n}`,
  landlord_email: email,
})
const codeBody = () => ({ code: generateCode(), balance: 1 })
const devicesOf = ({ id }: TestUser, count: number) => counted(`own devices of ${id}`, count)
const codesOf = ({ id }: TestUser, count: number) => counted(`codes by ${id}`, count)

const making: [string, QuotaKind, Making][] = [
  [
    'devices',
    'devices',
    {
      endpoint: devices.create,
      send: (user, n) => ({ body: deviceOf(user, n) }),
      fill: devicesOf,
    },
  ],
  [
    'devices with a number of their own',
    'devices',
    {
      endpoint: devices.create,
      send: (user, n) => ({ body: deviceOf(user, n), query: { same_number: 'false' } }),
      fill: devicesOf,
    },
  ],
  [
    'imported devices',
    'devices',
    {
      endpoint: devices.import,
      send: (user, n) => ({ body: { rows: [deviceOf(user, n)] } }),
      fill: devicesOf,
    },
  ],
  [
    'codes',
    'codes',
    {
      endpoint: prepaidCodes.create,
      send: () => ({ body: codeBody() }),
      fill: codesOf,
    },
  ],
  [
    'imported codes',
    'codes',
    {
      endpoint: prepaidCodes.import,
      send: () => ({ body: { rows: [codeBody()] } }),
      fill: codesOf,
    },
  ],
  [
    'codes of batches',
    'codes',
    {
      endpoint: prepaidCodeBatches.create,
      send: () => ({ body: { codes: 1, balance: 1 } }),
      fill: codesOf,
    },
  ],
  [
    'batches',
    'batches',
    {
      endpoint: prepaidCodeBatches.create,
      send: () => ({ body: { codes: 1, balance: 1 } }),
      fill: ({ id }, count) => `insert into code_batches
          (user_id, issued_as_admin, balance, codes)
        select '${id}', false, 1, 1 from generate_series(1, ${count})`,
    },
  ],
  [
    'controllers',
    'controllers',
    {
      endpoint: controllers.create,
      send: (_, n) => ({ body: { name: `Box ${n}`, driver: 'coinless' } }),
      fill: ({ id }, count) => `insert into controllers (owner_id, name, driver)
        select '${id}', 'Box', 'coinless' from generate_series(1, ${count})`,
    },
  ],
  [
    'resources',
    'resources',
    {
      endpoint: resources.create,
      send: () => ({ body: '{}' }),
      fill: ({ id }, count) => `insert into resources (owner_id, document)
        select '${id}', '{}' from generate_series(1, ${count})`,
    },
  ],
]

const keptOf = async (as: TestUser, kind: QuotaKind) => {
  const { data } = await server.call(me.quotas, { as })
  return data.find((each) => each.kind === kind)
}

// id: quotas-1
test.each(
  making.flatMap(([things, kind, how]) =>
    [true, false].map(
      (email_verified) =>
        [things, email_verified ? 'verified' : 'unverified', kind, how, email_verified] as const,
    ),
  ),
)(
  'stops %s at the quota of an account that is %s, even for concurrent calls',
  async (_things, _is, kind, { endpoint, send, fill }, email_verified) => {
    const user = await makeLandlord(server, { email_verified })
    const most = quotaOf(kind, { email_verified })
    await server.asOwner(fill(user, most - 1))
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        answered(server.app, endpoint, user, { ...send(user, n), idempotencyKey: `${n}` }),
      ),
    )
    const wanted = email_verified ? `too_many_${kind}` : 'verification_needed'
    const codes = answers.map(({ status, body }) =>
      status < 300 ? 'made' : (body as { code: string }).code,
    )
    expect(codes.toSorted()).toEqual(['made', ...Array(5).fill(wanted)].toSorted())
    expect(await keptOf(user, kind)).toEqual({ kind, kept: most, most })
  },
)

test('refuses a batch or file that exceeds the quota as a whole', async () => {
  const as = await makeLandlord(server, { email_verified: true })
  await server.asOwner(codesOf(as, limits.codes - 2))
  await server.asOwner(devicesOf(as, limits.devices - 2))
  const rows = [1, 2, 3]
  for (const [endpoint, body, code] of [
    [prepaidCodeBatches.create, { codes: 3, balance: 1 }, 'too_many_codes'],
    [prepaidCodes.import, { rows: rows.map(codeBody) }, 'too_many_codes'],
    [devices.import, { rows: rows.map((n) => deviceOf(as, n)) }, 'too_many_devices'],
  ] as const) {
    const { status, body: refused } = await server.refused(endpoint, { as, body } as never)
    expect([status, refused.code]).toEqual([422, code])
  }
  expect(await keptOf(as, 'codes')).toMatchObject({ kept: limits.codes - 2 })
  expect(await keptOf(as, 'batches')).toMatchObject({ kept: 0 })
  expect(await keptOf(as, 'devices')).toMatchObject({ kept: limits.devices - 2 })
})

test('returns the number of rows of each kind', async () => {
  const as = await makeUser(server, { email_verified: true })
  await server.call(prepaidCodeBatches.create, { as, body: { codes: 3, balance: 1 } })
  await server.call(resources.create, { as, body: '{}' })
  const { data } = await server.call(me.quotas, { as })
  expect(data).toEqual(
    quotaKinds.map((kind) => ({
      kind,
      kept: { codes: 3, batches: 1, resources: 1 }[kind as string] ?? 0,
      most: quotas[kind].most,
    })),
  )
})

/** Makes a row of each kind with a new account at this address. Returns the distinct statuses. */
async function make(remoteAddress: string, email_verified = false) {
  const user = await makeLandlord(limited, { email_verified })
  const statuses = new Set<number>()
  for (const [index, [, , { endpoint, send }]] of making.entries()) {
    const { query, body } = send(user, index)
    const { statusCode } = await limited.app.inject({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      headers: {
        authorization: `Bearer ${user.token}`,
        'content-type': 'application/json',
        'idempotency-key': `${user.id}-${index}`,
      },
      ...(query && { query }),
      payload: typeof body === 'string' ? body : JSON.stringify(body),
      remoteAddress,
    })
    statuses.add(statusCode)
  }
  return [...statuses].toSorted()
}

test.each(
  [0, 1, 2].map((width) => {
    const within = `2001:db8:${width + 7}:a1::`
    return [networksOf(`${within}1`)[width] as Network, within] as const
  }),
)(
  'limits what unverified accounts of $name create in a day together',
  async ({ name: network, factor }, within) => {
    const most = limits.madeUnverifiedOfNetwork * factor
    expect(await make(`${within}1`)).toEqual([200, 201])
    const { creations } = await limited.database
      .selectFrom('creations_per_network')
      .select('creations')
      .where('network', '=', network)
      .executeTakeFirstOrThrow()
    expect(creations).toBeGreaterThanOrEqual(making.length)
    await limited.asOwner(
      `update creations_per_network set creations = ${most} where network = '${network}'`,
    )
    expect(await make(`${within}2`)).toEqual([429])
    expect(await make(`${within}3`, true)).toEqual([200, 201])
    expect(await make(`2001:db9:${factor}::1`)).toEqual([200, 201])
    await limited.asOwner(`update creations_per_network set window_started_at = now() - interval '25 hours'
      where network = '${network}'`)
    expect(await make(`${within}4`)).toEqual([200, 201])
  },
)

test('counts each code of a batch by an unverified account', async () => {
  const as = await makeLandlord(limited)
  const remoteAddress = '198.51.100.77'
  const issue = (codes: number) =>
    limited.app.inject({
      method: 'POST',
      url: `/api${prepaidCodeBatches.create.path}`,
      headers: { authorization: `Bearer ${as.token}` },
      payload: { codes, balance: 1 },
      remoteAddress,
    })
  await limited.asOwner(`insert into creations_per_network (network, creations)
    values ('${remoteAddress}', ${limits.madeUnverifiedOfNetwork - 5})`)
  expect((await issue(6)).json().code).toBe('too_many_unverified')
  expect((await issue(5)).statusCode).toBe(201)
  const { rows } = await sql<{ creations: number }>`select creations from creations_per_network
    where network = ${remoteAddress}`.execute(limited.database)
  expect(rows).toEqual([{ creations: limits.madeUnverifiedOfNetwork }])
})
