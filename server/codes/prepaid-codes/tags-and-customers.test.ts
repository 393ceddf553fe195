import { payments } from '@coinless/contract/payments.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  makeAdmin,
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
  termsOf,
} from '../../../test/support/make.ts'

const server = testApp()
let issuer: TestUser
let id: string

const customer = {
  customer_name: 'Zoë Ångström',
  customer_email: 'zoe.tenant@example.com',
  phone_number: '+1 (555) 010-7788',
  location: 'Flat 12c',
  tag: 'Birch Street',
}

beforeAll(async () => {
  issuer = await makeLandlord(server)
  const code = await makeCode(server, issuer)
  id = code.id
  await makeCode(server, issuer)
  await server.call(prepaidCodes.changeCustomer, { as: issuer, params: { id }, body: customer })
})

async function found(as: TestUser, search: string) {
  const { data, pagination } = await server.call(prepaidCodes.list, { as, query: { search } })
  expect(pagination.total).toBe(data.length)
  return data.map((code) => code.id)
}

test.each([
  'zoë ångström',
  'ZOE.TENANT@EXAMPLE',
  '+1 (555) 010-7788',
  '15550107788',
  '0107788',
  'flat 12C',
  'birch',
])('finds a code by facts of its customer such as %s', async (search) => {
  expect(await found(issuer, search)).toEqual([id])
})

test('finds a code by its changed tag, not by the old one', async () => {
  const code = await makeCode(server, issuer)
  const change = (tag: string | null) =>
    server.call(prepaidCodes.changeCustomer, {
      as: issuer,
      params: { id: code.id },
      body: { tag },
    })
  expect(await change('Maple Row')).toMatchObject({ tag: 'Maple Row' })
  expect(await found(issuer, 'maple row')).toEqual([code.id])
  await change('Cedar Row')
  expect(await found(issuer, 'maple row')).toEqual([])
  expect(await change(null)).toMatchObject({ tag: null })
  expect(await found(issuer, 'cedar row')).toEqual([])
})

test('finds codes of others by their customer for admins only', async () => {
  expect(await found(await makeLandlord(server), 'birch street')).toEqual([])
  const admin = await makeAdmin(server)
  const all = await server.call(prepaidCodes.listAll, {
    as: admin,
    query: { search: 'birch street', limit: 100 },
  })
  expect(all.data.map((code) => code.id)).toEqual([id])
})

test('limits a tag to one line of 60 characters', async () => {
  for (const tag of ['x'.repeat(61), 'two\nlines']) {
    const { body } = await server.refused(prepaidCodes.changeCustomer, {
      as: issuer,
      params: { id },
      body: { tag },
    })
    expect(body.details?.map(({ field }) => field)).toEqual(['tag'])
  }
})

test('shows a payer the customer of a code only if the payer issued it', async () => {
  const device = await makeDevice(server, issuer)
  const choices = async (as: TestUser) => {
    const { data } = await server.call(payments.codes, {
      as,
      query: { device_id: device.id },
    })
    return data.map(({ whose }) => whose)
  }
  const payer = await makeUser(server)
  for (const as of [issuer, payer]) {
    const code = await makeCode(server, issuer)
    await server.call(prepaidCodes.changeCustomer, {
      as: issuer,
      params: { id: code.id },
      body: { customer_name: 'Ben' },
    })
    await server.call(payments.prepaid, {
      as,
      body: { ...termsOf(device), prepaid_code: code.code, keep_code: true },
    })
  }
  expect(await choices(issuer)).toEqual(['Ben'])
  expect(await choices(payer)).toEqual([null])
})
