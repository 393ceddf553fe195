import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { me } from '@coinless/contract/users.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeCode, makeLandlord, makeUser } from '../../../test/support/make.ts'

const server = testApp()

test('whoever has not verified their address learns that codes wait for it, and no more', async () => {
  const issuer = await makeLandlord(server)
  const tenant = await makeUser(server)
  const waiting = () => server.call(me.waitingCodes, { as: tenant })
  expect(await waiting()).toEqual({ codes_wait: false })
  const code = await makeCode(server, issuer, { customer_email: tenant.email })
  expect(await waiting()).toEqual({ codes_wait: true })
  const list = await server.call(prepaidCodes.list, { as: tenant, query: { page: 1, limit: 10 } })
  expect(list.data).toEqual([])
  await server.refused(prepaidCodes.get, { as: tenant, params: { id: code.id } })
})

test('neither a code without money, nor one out of use, nor one for somebody else waits', async () => {
  const issuer = await makeLandlord(server)
  const tenant = await makeUser(server)
  const customer_email = tenant.email
  await makeCode(server, issuer, { customer_email, balance: 0 })
  await makeCode(server, issuer, { customer_email, disabled: true })
  await makeCode(server, issuer, { customer_email: 'somebody@example.com' })
  const deleted = await makeCode(server, issuer, { customer_email })
  await server.call(prepaidCodes.delete, { as: issuer, params: { id: deleted.id } })
  expect(await server.call(me.waitingCodes, { as: tenant })).toEqual({ codes_wait: false })
})

test('nothing waits any more for an address that is verified', async () => {
  const issuer = await makeLandlord(server)
  const tenant = await makeUser(server, { email_verified: true })
  await makeCode(server, issuer, { customer_email: tenant.email })
  expect(await server.call(me.waitingCodes, { as: tenant })).toEqual({ codes_wait: false })
})
