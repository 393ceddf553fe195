import { apiKeys } from '@coinless/contract/api-keys.ts'
import { businessDetails } from '@coinless/contract/business-details.ts'
import { controllers } from '@coinless/contract/controllers.ts'
import { devices } from '@coinless/contract/devices.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { limits } from '@coinless/contract/limits.ts'
import { passkeys } from '@coinless/contract/passkeys.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import type { RefusalCode } from '@coinless/contract/refusals.ts'
import { resources } from '@coinless/contract/resources.ts'
import { staff } from '@coinless/contract/staff.ts'
import { adminUsers } from '@coinless/contract/users.ts'
import { webhooks } from '@coinless/contract/webhooks.ts'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { statusOf, testApp } from '../../../test/support/app.ts'
import {
  deviceBody,
  makeAdmin,
  makeLandlord,
  password,
  type TestUser,
} from '../../../test/support/make.ts'
import { reportLimits } from '../../../test/support/report-limits.ts'
import { roomLimits } from '../../../test/support/room-limits.ts'
import type { Sent } from '../../../test/support/row.ts'
import { softwarePasskey } from '../../../test/support/software-passkey.ts'
import { everyEndpoint } from '../../../test/support/valid-calls.ts'
import { generateCode } from '../../platform/secrets/code-text.ts'

/** Makes each limited kind of row concurrently while the account has room for one. */
const origin = 'https://coinless.example.com'
const server = testApp({ publicUrl: origin })
const atOnce = 8
const rounds = 4

interface Case {
  refusal: RefusalCode
  most: number
  endpoint: Endpoint
  /** Gives the account this many rows. */
  fill(user: TestUser, count: number): RawBuilder<unknown>
  make(user: TestUser, n: number): Sent | Promise<Sent>
  byAdmin?: boolean
  count(user: TestUser): RawBuilder<{ count: number }>
}

const cases: [string, Case][] = [
  ...reportLimits(server).map(([things, each]): [string, Case] => [things, each]),
  ...roomLimits(server, atOnce).map(([things, each]): [string, Case] => [things, each]),
  [
    'roles',
    {
      refusal: 'too_many_roles',
      most: limits.rolesMax,
      endpoint: adminUsers.assignRole,
      byAdmin: true,
      fill: ({ id }, count) => sql`update users
        set roles = array(select 'role ' || n from generate_series(1, ${count}::integer) as n)
        where id = ${id}`,
      make: ({ id }, n) => ({ params: { id }, body: { role: `another ${n}` } }),
      count: ({ id }) => sql`select cardinality(roles) as count from users where id = ${id}`,
    },
  ],
  [
    'resources',
    {
      refusal: 'too_many_resources',
      most: limits.resources,
      endpoint: resources.create,
      fill: ({ id }, count) => sql`
        with verified as (update users set email_verified = true where id = ${id})
        insert into resources (owner_id, document)
        select ${id}, '{}' from generate_series(1, ${count}::integer)`,
      make: () => ({ body: '{}' }),
      count: ({ id }) => sql`select count(*) from resources where owner_id = ${id}`,
    },
  ],
  [
    'controllers',
    {
      refusal: 'too_many_controllers',
      most: limits.controllers,
      endpoint: controllers.create,
      fill: ({ id }, count) => sql`
        with verified as (update users set email_verified = true where id = ${id})
        insert into controllers (owner_id, name, driver)
        select ${id}, 'Box', 'coinless' from generate_series(1, ${count}::integer)`,
      make: (_user, n) => ({ body: { name: `Box ${n}`, driver: 'coinless' } }),
      count: ({ id }) => sql`select count(*) from controllers where owner_id = ${id}`,
    },
  ],
  [
    'simulated controllers',
    {
      refusal: 'too_many_simulated',
      most: limits.simulatedControllers,
      endpoint: controllers.create,
      fill: ({ id }, count) => sql`insert into controllers (owner_id, name, driver)
        select ${id}, 'Box', 'simulated' from generate_series(1, ${count}::integer)`,
      make: (_user, n) => ({ body: { name: `Box ${n}`, driver: 'simulated' } }),
      count: ({ id }) => sql`select count(*) from controllers where owner_id = ${id}`,
    },
  ],
  [
    'passkeys',
    {
      refusal: 'too_many_passkeys',
      most: limits.passkeysMax,
      endpoint: passkeys.add,
      fill: ({ id }, count) => sql`
        with added as (
          insert into passkeys (user_id, name, credential_id, public_key, counter)
          select ${id}, 'Phone', ${id} || n, '', 0 from generate_series(1, ${count}::integer) as n
        )
        insert into recovery_codes (user_id, code_hash)
        select ${id}, sha256(replace(${recoveryCode('1')}, '1', n::text)::bytea)
        from generate_series(2, 9) as n`,
      make: async (as, n) => {
        const body = { current_password: password, second_factor: recoveryCode(`${n + 2}`) }
        const { challenge } = await server.call(passkeys.creationOptions, { as, body })
        return { body: { name: 'Phone', credential: softwarePasskey(origin).create(challenge) } }
      },
      count: ({ id }) => sql`select count(*) from passkeys where user_id = ${id}`,
    },
  ],
  [
    'webhooks',
    {
      refusal: 'too_many_webhooks',
      most: limits.webhooks,
      endpoint: webhooks.create,
      fill: ({ id }, count) => sql`insert into webhooks (user_id, url, events, sealed_secret)
        select ${id}, 'https://example.org/' || n, '{payment.created}', 'sealed'
        from generate_series(1, ${count}::integer) as n`,
      make: (_, n) => ({
        body: { url: `https://example.org/another-${n}`, events: ['payment.created'] },
      }),
      count: ({ id }) => sql`select count(*) from webhooks where user_id = ${id}`,
    },
  ],
  [
    'API keys',
    {
      refusal: 'too_many_api_keys',
      most: limits.apiKeys,
      endpoint: apiKeys.create,
      fill: ({ id }, count) => sql`
        with opened as (
          insert into sessions (user_id, expires_at)
          select ${id}, 'infinity' from generate_series(1, ${count}::integer) returning id
        )
        insert into api_keys (id, name, key_hash, ending, rights)
        select id, 'Script', sha256(id::text::bytea), 'abcd', '{pay}' from opened`,
      make: (_, n) => ({
        body: { name: `Script ${n}`, rights: ['pay'], current_password: password },
      }),
      count: ({ id }) => sql`select count(*) from api_keys join sessions using (id)
        where user_id = ${id}`,
    },
  ],
  [
    'staff and invited people',
    {
      refusal: 'too_many_staff',
      most: limits.staff,
      endpoint: staff.invite,
      fill: ({ id }, count) => sql`
        with verified as (update users set email_verified = true where id = ${id})
        insert into memberships (owner_id, email, role, secret_hash)
        select ${id}, n || '@example.com', 'manager', sha256((${id} || n)::bytea)
        from generate_series(1, ${count}::integer) as n`,
      make: inviting,
      count: ({ id }) => sql`select count(*) from memberships where owner_id = ${id}`,
    },
  ],
  [
    'invitations in a day',
    {
      refusal: 'too_many_invitations',
      most: limits.invitationsADay,
      endpoint: staff.invite,
      fill: ({ id }, count) => sql`
        with verified as (update users set email_verified = true where id = ${id})
        insert into audit_events (action, actor_id, subject, details, address, user_agent)
        select 'staff_invited', ${id}, '', '{}', '', '' from generate_series(1, ${count}::integer)`,
      make: inviting,
      count: ({ id }) => sql`select count(*) from audit_events
        where actor_id = ${id} and action = 'staff_invited'`,
    },
  ],
  [
    'devices before its address is verified',
    {
      refusal: 'verification_needed',
      most: limits.madeUnverified,
      endpoint: devices.create,
      fill: ({ id, email }, count) => sql`insert into devices
          (owner_id, label, device_number, device_type, landlord_email, location, duration_minutes, price)
        select ${id}, 'x', n, 'washer', ${email}, 'x', 30, 1
        from generate_series(1, ${count}::integer) as n`,
      make: ({ email }, n) => ({
        body: { ...deviceBody, device_number: `X-${n}`, landlord_email: email },
      }),
      count: ({ id }) => sql`select count(*) from devices where owner_id = ${id}`,
    },
  ],
  [
    'codes before its address is verified',
    {
      refusal: 'verification_needed',
      most: limits.madeUnverified,
      endpoint: prepaidCodes.create,
      fill: ({ id }, count) => sql`insert into prepaid_codes (user_id, code, lookup_key)
        select ${id}, text, upper(replace(text, '-', '')) from (
          select ${id} || '-' || n as text from generate_series(1, ${count}::integer) as n
        ) as texts`,
      make: () => ({ body: { code: generateCode(), balance: 1 } }),
      count: ({ id }) => sql`select count(*) from prepaid_codes where user_id = ${id}`,
    },
  ],
  [
    'mails to customers of codes in a day',
    {
      refusal: 'too_many_code_mails',
      most: limits.codeMailsADay,
      endpoint: prepaidCodes.create,
      fill: ({ id }, count) => sql`
        with verified as (update users set email_verified = true where id = ${id}),
        made as (
          insert into prepaid_codes (user_id, code, lookup_key)
          select id, id, upper(replace(id::text, '-', '')) from users where id = ${id}
          returning id
        )
        insert into code_mails (prepaid_code_id, kind, amount, user_id, language, job_id)
        select id, 'top_up', 1, ${id}, 'en', gen_random_uuid()
        from made, generate_series(1, ${count}::integer)`,
      make: ({ id }, n) => ({
        body: {
          ...{ code: generateCode(), balance: 1 },
          ...{ customer_email: `${n}-of-${id}@example.com`, mail_customer: true },
        },
      }),
      count: ({ id }) => sql`select count(*) from code_mails where user_id = ${id}`,
    },
  ],
  [
    'changes of business details',
    {
      refusal: 'too_many_business_details',
      most: limits.businessDetailsVersions,
      endpoint: businessDetails.save,
      fill: ({ id }, count) => sql`
        with verified as (update users set email_verified = true where id = ${id})
        insert into business_details
          (user_id, effective_from, time_zone, effective_at, name, address, tax_due)
        select ${id}, '2999-01-01', 'UTC', '2999-01-01', 'x', 'x', 'cycle'
        from generate_series(1, ${count}::integer)`,
      make: (_, n) => ({
        body: {
          ...{ effective_from: '2999-01-01', time_zone: 'UTC', name: `${n}`, address: 'x' },
          ...{ tax_rate: null, tax_rates: [], tax_due: 'cycle' },
        },
      }),
      count: ({ id }) => sql`select count(*) from business_details where user_id = ${id}`,
    },
  ],
]

function inviting({ id }: TestUser, n: number) {
  const email = `another-${n}-of-${id}@example.com`
  return { body: { email, role: 'manager', current_password: password } }
}

/** A recovery code as it is hashed: 24 letters and digits. */
function recoveryCode(digit: string): string {
  return 'ABCDEFGHJKMNPQRSTVWXYZ'.concat(digit, digit)
}

test('covers every refusal of a limit', () => {
  /** Other tests cover limits of networks and addresses, large limits, and rows to print or change. */
  const notKept: RefusalCode[] = [
    ...(['too_many_attempts', 'too_many_requests'] as const),
    ...(['too_many_guests', 'too_many_stickers', 'too_many_cards', 'too_many_rows'] as const),
    ...(['too_many_photos_of_network', 'too_many_invitations_to_address'] as const),
    ...(['too_many_devices', 'too_many_codes', 'too_many_batches'] as const),
    ...(['too_many_unverified', 'too_many_mails_of_network', 'too_many_guests_queue'] as const),
    ...(['too_many_bookings', 'too_many_bookings_in_month'] as const),
  ]
  const known = [...notKept, ...cases.map(([, { refusal }]) => refusal)]
  const refusals = new Set(everyEndpoint.flatMap((endpoint) => endpoint.refusals))
  const tooMany = [...refusals].filter((code) => /^too_many_|^verification_needed$/.test(code))
  expect(tooMany.filter((code) => !known.includes(code))).toEqual([])
})

// id: limits-at-once-1
test.each(cases)(
  `enforces the limit of %s for ${atOnce} concurrent calls of an account`,
  async (_things, each) => {
    // A count without a lock is wrong only by chance.
    for (let round = 0; round < rounds; round++) {
      const user = await makeLandlord(server)
      const as = each.byAdmin ? await makeAdmin(server) : user
      await each.fill(user, each.most - 1).execute(server.database)
      const sent: Sent[] = []
      for (let n = 0; n < atOnce; n++) sent.push(await each.make(user, n))
      const statuses = await Promise.all(
        sent.map((one) => statusOf(server.app, each.endpoint, as, one)),
      )
      const done = statuses.filter((status) => status < 300)
      const { rows } = await each.count(user).execute(server.database)
      expect({ done: done.length, ...rows[0] }, `${statuses}`).toEqual({
        done: 1,
        count: each.most,
      })
    }
  },
)
