import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { me } from '@coinless/contract/users.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeCode, makeLandlord, makeUser } from '../../../test/support/make.ts'

const server = testApp()

test('shows an unverified user that codes wait, and nothing else', async () => {
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

test('ignores codes that are empty, disabled, deleted or for another customer', async () => {
  const issuer = await makeLandlord(server)
  const tenant = await makeUser(server)
  const customer_email = tenant.email
  await makeCode(server, issuer, { customer_email, balance: 0 })
  await makeCode(server, issuer, { customer_email, disabled: true })
  await makeCode(server, issuer, { customer_email: 'customer@example.com' })
  const deleted = await makeCode(server, issuer, { customer_email })
  await server.call(prepaidCodes.delete, { as: issuer, params: { id: deleted.id } })
  expect(await server.call(me.waitingCodes, { as: tenant })).toEqual({ codes_wait: false })
})

test('reports nothing waiting for a verified address', async () => {
  const issuer = await makeLandlord(server)
  const tenant = await makeUser(server, { email_verified: true })
  await makeCode(server, issuer, { customer_email: tenant.email })
  expect(await server.call(me.waitingCodes, { as: tenant })).toEqual({ codes_wait: false })
})
