import { argon2Sync } from 'node:crypto'
import { auth } from '@coinless/contract/auth.ts'
import { limits } from '@coinless/contract/limits.ts'
import { payments } from '@coinless/contract/payments.ts'
import { me } from '@coinless/contract/users.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  password,
  termsOf,
} from '../../../test/support/make.ts'
import { hashPassword, isPassword } from './passwords.ts'

const server = testApp()

test('hashes a password with argon2id at the cost that OWASP recommends, with its own salt', async () => {
  const [first, second] = await Promise.all([hashPassword('secret'), hashPassword('secret')])
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(second).not.toBe(first)
  expect(await isPassword('secret', String(first))).toBe(true)
  expect(await isPassword('Secret', String(first))).toBe(false)
})

// id: passwords-1
test.each(['password1', 'PassWord1', '12345678', 'qwertyuiop', 'Coinless-2026'])(
  'rejects %s as too common, on registration and on a change',
  async (common) => {
    const body = { full_name: 'Ana', email: 'common@example.com', user_type: 'tenant' } as const
    const registered = await server.refused(auth.register, { body: { ...body, password: common } })
    expect([registered.status, registered.body.code]).toEqual([422, 'common_password'])
    const changed = await server.refused(me.changePassword, {
      as: await makeUser(server),
      body: { current_password: password, new_password: common },
    })
    expect(changed.body.code).toBe('common_password')
  },
)

// id: passwords-2
test('refuses part of a flood of sign-ins while payments continue', async () => {
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner)
  const { code } = await makeCode(server, owner, { balance: 100 })
  const atOnce = limits.hashesAtOnce + limits.hashesWaiting
  const signIns = Array.from({ length: atOnce * 3 }, () =>
    server.app.inject({
      method: 'POST',
      url: '/api/auth-login',
      payload: { email: 'nobody@example.com', password: 'wrong' },
    }),
  )
  for (let n = 0; n < 10; n++) {
    const body = { ...termsOf(device), prepaid_code: code }
    await server.call(payments.prepaid, { as: owner, body })
  }
  const answers = await Promise.all(signIns)
  const busy = answers.filter(({ statusCode }) => statusCode === 503)
  expect(busy.length).toBeGreaterThan(0)
  expect(busy[0]?.json().code).toBe('too_busy')
  expect(Number(busy[0]?.headers['retry-after'])).toBeGreaterThan(0)
  const judged = answers.filter(({ statusCode }) => statusCode === 422)
  expect(judged.length).toBeGreaterThanOrEqual(atOnce)
  expect(busy.length + judged.length).toBe(answers.length)
})

test('accepts a password in any Unicode form, also against a hash of its typed form', async () => {
  const composed = 'Contraseña más larga'.normalize('NFC')
  const decomposed = composed.normalize('NFD')
  const kept = await hashPassword(decomposed)
  expect(await isPassword(composed, kept)).toBe(true)
  expect(await isPassword(decomposed, kept)).toBe(true)
  expect(await isPassword(`${composed}!`, kept)).toBe(false)
  const nonce = Buffer.alloc(16, 1)
  const hash = argon2Sync('argon2id', {
    message: decomposed,
    nonce,
    memory: 64,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  })
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const before = `$argon2id$v=19$m=64,t=1,p=1$${text(nonce)}$${text(hash)}`
  expect(await isPassword(decomposed, before)).toBe(true)
  expect(await isPassword(`${decomposed}!`, before)).toBe(false)
})
