import { auth } from '@coinless/contract/auth.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { me } from '@coinless/contract/users.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeUser, password } from '../../../test/support/make.ts'

const publicUrl = 'https://coinless.example.com'
const server = testApp({ publicUrl })

test('links mails about an account to the page of the next step', async () => {
  const user = await makeUser(server)
  await server.call(me.sendVerification, { as: user })
  await server.call(auth.sendPasswordCode, { body: { email: user.email } })
  const closed = await makeUser(server, { email_verified: true })
  await server.call(ownAccount.close, { as: closed, body: { current_password: password } })
  const linked = (await server.mails())
    .filter(({ to }) => [user.email, closed.email].includes(to))
    .map(({ subject, text }) => [subject, /^https:.+$/m.exec(text)?.[0]])
  expect(Object.fromEntries(linked)).toEqual({
    'Verify your email address for Coinless': `${publicUrl}/profile#verify`,
    'Your code for a new Coinless password': `${publicUrl}/auth/password`,
    'Your Coinless account is closed': `${publicUrl}/`,
  })
})
