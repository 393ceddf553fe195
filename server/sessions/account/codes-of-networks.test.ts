import { randomUUID } from 'node:crypto'
import { auth } from '@coinless/contract/auth.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { guests } from '@coinless/contract/guests.ts'
import { limits } from '@coinless/contract/limits.ts'
import { me } from '@coinless/contract/users.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeUser, password, type TestUser } from '../../../test/support/make.ts'
import { type Network, networksOf } from '../../http/request/caller-address.ts'

const server = testApp({ rateLimits: true })
const most = limits.emailCodesOfNetwork

function send(
  endpoint: Endpoint,
  remoteAddress: string,
  { as, body }: { as?: Pick<TestUser, 'token'>; body?: object } = {},
) {
  return server.app.inject({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    ...(as && { headers: { authorization: `Bearer ${as.token}` } }),
    ...(body && { payload: body }),
    remoteAddress,
  })
}

const newAddress = () => `${randomUUID()}@catchall.example`
const facts = { full_name: 'Ann', password, user_type: 'tenant' }

/** @returns the address of an account that registers from there, and its token */
async function register(remoteAddress: string) {
  const body = { ...facts, email: newAddress() }
  const answer = await send(auth.register, remoteAddress, { body })
  expect(answer.statusCode).toBe(201)
  return { email: body.email, token: answer.json().session.access_token as string }
}

const askForPassword = (remoteAddress: string, { email }: { email: string }) =>
  send(auth.sendPasswordCode, remoteAddress, { body: { email } })

const mailsTo = async ({ email }: { email: string }) =>
  (await server.mails()).filter(({ to }) => to === email).length

/** Sets how many codes were mailed for this network, and since when. */
function count(network: string, mails: number, since = 'now()') {
  return server.asOwner(`insert into mails_per_network (network, mails) values ('${network}', 0)
    on conflict do nothing;
    update mails_per_network set mails = ${mails}, window_started_at = ${since} where network = '${network}'`)
}

test.each(
  [0, 1, 2].map((width) => {
    const within = `2001:db8:${width + 21}:a1::1`
    return [networksOf(within)[width] as Network, within] as const
  }),
)(
  'limits mailed codes of unverified accounts of $name in a day together',
  async ({ name, factor }, within) => {
    const first = await register(within)
    expect(await mailsTo(first)).toBe(1)
    await count(name, most * factor)
    const account = await register(within)
    await askForPassword(within, account)
    expect(await mailsTo(account)).toBe(0)
    const refused = await send(me.sendVerification, within, { as: account })
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_mails_of_network'])
    const elsewhere = await register(`2001:db9:${factor}::1`)
    expect(await mailsTo(elsewhere)).toBe(1)
    for (const since of [`now() - interval '25 hours'`, `now() + interval '1 hour'`]) {
      await count(name, most * factor, since)
      expect(await mailsTo(await register(within))).toBe(1)
    }
  },
)

test('limits mailed codes for concurrent calls', async () => {
  const network = '198.51.100.21'
  await count(network, most - 4)
  const accounts = await Promise.all(Array.from({ length: 10 }, () => register(network)))
  const mails = await Promise.all(accounts.map(mailsTo))
  expect(mails.filter((mailed) => mailed === 1)).toHaveLength(4)
})

test('applies the limit to guests who become accounts, but not to verified accounts', async () => {
  const network = '198.51.100.22'
  const guest = (await send(guests.begin, network)).json().session.access_token
  await count(network, most)
  const owner = await makeUser(server, { email_verified: true })
  await askForPassword(network, owner)
  await send(me.sendVerification, network, { as: owner })
  expect(await mailsTo(owner)).toBe(2)
  const email = newAddress()
  const became = await send(guests.becomeAccount, network, {
    as: { token: guest },
    body: { ...facts, email },
  })
  expect([became.statusCode, await mailsTo({ email })]).toEqual([200, 0])
})

test('uses up no code of an account that it does not mail, and does not reveal it', async () => {
  const network = '198.51.100.23'
  await count(network, most)
  const account = await makeUser(server)
  const unknown = await askForPassword(network, { email: newAddress() })
  for (let n = 0; n < limits.emailCodesToAddress; n++) {
    const { statusCode, body } = await askForPassword(network, account)
    expect([statusCode, body]).toEqual([unknown.statusCode, unknown.body])
  }
  expect(await mailsTo(account)).toBe(0)
  await askForPassword('203.0.113.21', account)
  expect(await mailsTo(account)).toBe(1)
})
