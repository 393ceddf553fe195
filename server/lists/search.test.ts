import { audit } from '@coinless/contract/audit.ts'
import { devices } from '@coinless/contract/devices.ts'
import { resources } from '@coinless/contract/resources.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { adminUsers } from '@coinless/contract/users.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../test/app.ts'
import { makePastPayment } from '../test/history.ts'
import { makeAdmin, makeDevice, makeUser, type TestUser } from '../test/make.ts'

const server = testApp()
let admin: TestUser
beforeAll(async () => {
  admin = await makeAdmin(server)
})

const query = (search: string) => ({ as: admin, query: { search, limit: 100 } })

/** Each list with a row that has the text in it. */
const lists = [
  {
    name: 'devices',
    make: async (location: string) => (await makeDevice(server, admin, { location })).id,
    find: (search: string) => server.call(devices.list, query(search)),
  },
  {
    name: 'transactions',
    make: async (device_number: string) => {
      const device = await makeDevice(server, admin, { device_number })
      return (await makePastPayment(server, admin, device, { at: new Date() })).id
    },
    find: (search: string) => server.call(transactions.list, query(search)),
  },
  {
    name: 'users',
    make: async (full_name: string) => (await makeUser(server, { full_name })).id,
    find: (search: string) => server.call(adminUsers.list, query(search)),
  },
  {
    name: 'audit events',
    make: async (label: string) => {
      const { id } = await makeDevice(server, admin, { label })
      const { data } = await server.call(audit.list, query(id))
      return data[0]?.id
    },
    find: (search: string) => server.call(audit.list, query(search)),
  },
  {
    name: 'resources',
    make: async (name: string) => {
      const body = JSON.stringify({ name })
      return (await server.call(resources.create, { as: admin, body })).id
    },
    find: (search: string) => server.call(resources.list, query(search)),
  },
]

const pairs = [
  ['the sigma that ends a Greek word', 'οδος', 'ΟΔΟΣ'],
  ['accents that are letters of their own', 'caf\u00e9', 'CAFE\u0301'],
  ['accents beside digits, by which an index is asked', '1234\u00e9', '1234e\u0301'],
  ['several accents in another order', '\u1ec7x', 'e\u0302\u0323x'],
  ['the wide letters of East Asian keyboards', 'wide7', 'ＷＩＤＥ７'],
  ['ligatures', 'offi', 'oﬃ'],
] as const

describe.each(lists)(
  'a search of $name finds either way of writing by the other',
  ({ make, find }) => {
    test.each(pairs)('%s', async (_name, one, other) => {
      const ids = [await make(`${one} 1`), await make(`${other} 2`)]
      for (const written of [one, other]) {
        const { data } = await find(written)
        expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
      }
    })
  },
)
