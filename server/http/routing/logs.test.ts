import { auth } from '@coinless/contract/auth.ts'
import { payments } from '@coinless/contract/payments.ts'
import { me } from '@coinless/contract/users.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  makeCode,
  makeDevice,
  makeLandlord,
  password,
  termsOf,
} from '../../../test/support/make.ts'

const server = testApp()

/** In addition, every test file searches its log for what its calls sent and received. */
// id: logs-1
test('logs no password, code or token, whether a call succeeds or fails', async () => {
  const owner = await makeLandlord(server)
  const { session } = await server.call(auth.login, { body: { email: owner.email, password } })
  const device = await makeDevice(server, owner)
  const { code } = await makeCode(server, owner)
  const body = { ...termsOf(device), prepaid_code: code }
  await server.call(payments.prepaid, { as: owner, body })
  await server.asOwner('alter table transactions rename to gone')
  const broken = await server.app.inject({
    method: 'POST',
    url: `/api${payments.prepaid.path}`,
    headers: { authorization: `Bearer ${session.access_token}` },
    payload: body,
  })
  await server.asOwner('alter table gone rename to transactions')
  expect(broken.statusCode).toBe(500)
  await server.refused(me.changePassword, {
    as: { token: session.access_token },
    body: { current_password: 'a wrong one', new_password: 'another good password' },
  })
  const log = server.secrets.log()
  expect(log).toContain('answered')
  for (const secret of [password, code, session.access_token, session.refresh_token]) {
    expect(log).not.toContain(secret)
  }
})
