import { randomUUID } from 'node:crypto'
import { auth } from '@coinless/contract/auth.ts'
import { limits } from '@coinless/contract/limits.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { me } from '@coinless/contract/users.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeUser, password } from '../../../test/support/make.ts'

const server = testApp()
const body = { current_password: password }

test('keeps an unverified account open while its last code of the day is the only one', async () => {
  const email = `ana-${randomUUID()}@example.com`
  const account = { email, full_name: 'Ana', password, user_type: 'tenant' as const }
  const register = async () => {
    const { session } = await server.call(auth.register, { body: account })
    await server.asOwner("update email_codes set created_at = created_at - interval '2 minutes'")
    return { token: session.access_token }
  }
  for (let n = 1; n < limits.emailCodesToAddress; n++) {
    await server.call(ownAccount.close, { as: await register(), body })
  }
  const as = await register()
  const { body: refused, headers } = await server.refused(ownAccount.close, { as, body })
  expect(refused.code).toBe('too_many_requests')
  expect(Number(headers['retry-after'])).toBeGreaterThan(23 * 60 * 60)
  const texts = (await server.mails()).filter(({ to }) => to === email).map(({ text }) => text)
  const last = texts.find((text) => text.includes('within 24 hours')) ?? ''
  const code = /^\w{4}-\w{4}$/m.exec(last)?.[0] ?? ''
  expect((await server.call(me.verify, { as, body: { code } })).email_verified).toBe(true)
  await server.call(ownAccount.close, { as, body })
})

test('closes an unverified account once its address may be mailed again', async () => {
  const person = await makeUser(server)
  for (let n = 0; n < limits.emailCodesToAddress; n++) {
    await server.call(me.sendVerification, { as: person })
    await server.asOwner("update email_codes set created_at = created_at - interval '2 minutes'")
  }
  await server.refused(ownAccount.close, { as: person, body })
  await server.asOwner("update unrequested_mails set created_at = created_at - interval '1 day'")
  await server.call(ownAccount.close, { as: person, body })
})
