import { auth } from '@coinless/contract/auth.ts'
import { guests } from '@coinless/contract/guests.ts'
import { limits } from '@coinless/contract/limits.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeDevice, makeLandlord, makeUser, termsOf } from '../../../test/support/make.ts'
import { generateCode } from '../../platform/secrets/code-text.ts'
import { networksOf } from '../request/caller-address.ts'

const server = testApp({ rateLimits: true })

test('counts an IPv6 address with its /64, /56 and /48, and other addresses alone', () => {
  expect(networksOf('2001:db8:1:2345:6:7:8:9')).toEqual([
    { name: '2001:db8:1:2345::', factor: 1 },
    { name: '2001:db8:1:2300::/56', factor: 2 },
    { name: '2001:db8:1::/48', factor: 3 },
  ])
  for (const address of ['198.51.100.7', '::ffff:198.51.100.7']) {
    expect(networksOf(address)).toEqual([{ name: '198.51.100.7', factor: 1 }])
  }
  expect(networksOf('unknown')).toEqual([{ name: 'unknown', factor: 1 }])
})

const guess = async (remoteAddress: string) => {
  const device = await makeDevice(server, await makeLandlord(server))
  const { token } = await makeUser(server)
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/payments/prepaid',
    headers: { authorization: `Bearer ${token}` },
    payload: { ...termsOf(device), prepaid_code: generateCode() },
    remoteAddress,
  })
  return answer.json().code
}

test('counts a wrong code for each network that contains the address', async () => {
  for (const last of ['1:a1', '1:a2', '1:b1', '2:a1']) {
    expect(await guess(`2001:db8:${last}::1`)).toBe('code_not_accepted')
  }
  const counters = await server.database
    .selectFrom('failed_attempts')
    .select(['throttle_key', 'failures'])
    .where('throttle_key', 'like', 'code from 2001:db8:%/%')
    .orderBy('throttle_key')
    .execute()
  expect(counters).toEqual([
    { throttle_key: 'code from 2001:db8:1::/48', failures: 3 },
    { throttle_key: 'code from 2001:db8:1::/56', failures: 3 },
    { throttle_key: 'code from 2001:db8:2::/48', failures: 1 },
    { throttle_key: 'code from 2001:db8:2::/56', failures: 1 },
  ])
})

test.each([
  ['/56', 2, '2001:db8:3:a1::1', '2001:db8:3:a2::1', '2001:db8:3:1a1::1'],
  ['/48', 3, '2001:db8:4:a1::1', '2001:db8:4:ff00::1', '2001:db8:5::1'],
])('checks no more codes of a %s than its share', async (width, factor, first, inside, outside) => {
  const counter = `code from ${networksOf(first).find(({ name }) => name.endsWith(width))?.name}`
  const used = limits.freeAttemptsOfNetwork * factor
  expect(await guess(first)).toBe('code_not_accepted')
  await server.asOwner(`update failed_attempts set failures = ${used - 1}
    where throttle_key = '${counter}'`)
  expect(await guess(inside)).toBe('code_not_accepted')
  await server.asOwner(`update failed_attempts set failures = ${used + 10}
    where throttle_key = '${counter}'`)
  expect(await guess(inside)).toBe('code_not_accepted')
  expect(await guess(inside)).toBe('too_many_attempts')
  expect(await guess(outside)).toBe('code_not_accepted')
})

test('limits new guests a day across the networks of one /48', async () => {
  const begin = async (remoteAddress: string) =>
    (await server.app.inject({ method: 'POST', url: `/api${guests.begin.path}`, remoteAddress }))
      .statusCode
  expect(await begin('2001:db8:9:1::1')).toBe(201)
  await server.asOwner(`update guests_per_network set guests = ${3 * limits.guestsOfNetwork}
    where network = '2001:db8:9::/48'`)
  expect(await begin('2001:db8:9:ff00::1')).toBe(429)
  expect(await begin('2001:db8:a::1')).toBe(201)
})

test('limits tries of a mailed code across the networks of one /48', async () => {
  const user = await makeUser(server)
  await server.call(auth.sendPasswordCode, { body: { email: user.email } })
  const mail = (await server.mails()).find(({ to }) => to === user.email)
  const code = /^\w{4}-\w{4}$/m.exec(mail?.text ?? '')?.[0] ?? ''
  const reset = async (typed: string, remoteAddress: string) =>
    (
      await server.app.inject({
        method: 'PUT',
        url: `/api${auth.resetPassword.path}`,
        payload: { email: user.email, code: typed, new_password: 'another good password' },
        remoteAddress,
      })
    ).statusCode
  for (let n = 0; n < 3 * limits.emailCodeTries; n++) {
    expect(await reset('0000-0000', `2001:db8:b:${(n * 256).toString(16)}::1`)).toBe(422)
  }
  expect(await reset(code, '2001:db8:b:ffff::1')).toBe(422)
  expect(await reset(code, '2001:db8:c::1')).toBe(204)
})
