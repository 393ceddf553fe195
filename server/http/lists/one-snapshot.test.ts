import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import type { FastifyInstance } from 'fastify'
import type { KyselyPlugin } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makePastPayment } from '../../../test/support/history.ts'
import { makeAdmin, makeCode, makeDevice, type TestUser } from '../../../test/support/make.ts'
import { makePasskey } from '../../../test/support/world.ts'
import { openSession } from '../../sessions/account/sessions.ts'

const server = testApp()
const nowhere = { address: '', user_agent: '' }

/** Runs after each statement of the server that answers the list calls. */
let write = async (): Promise<unknown> => undefined
const writeInBetween: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    await write()
    return result
  },
}

let app: FastifyInstance
let admin: TestUser
beforeAll(async () => {
  app = await server.replica({ database: server.database.withPlugin(writeInBetween) })
  admin = await makeAdmin(server)
})

type Writer = () => Promise<{ path: string; write: () => Promise<unknown> }>

const lists: [string, Writer][] = [
  ['devices', async () => ({ path: '/devices', write: () => makeDevice(server, admin) })],
  [
    'devices that are searched',
    async () => ({ path: '/devices?search=washer', write: () => makeDevice(server, admin) }),
  ],
  ['prepaid codes', async () => ({ path: '/prepaid-codes', write: () => makeCode(server, admin) })],
  ['users', async () => ({ path: '/admin-users', write: () => makeAdmin(server) })],
  ['events', async () => ({ path: '/admin-audit-events', write: () => makeDevice(server, admin) })],
  [
    'events of a time',
    async () => ({
      path: '/admin-audit-events?from=2020-01-01T00:00:00Z',
      write: () => makeDevice(server, admin),
    }),
  ],
  [
    'transactions',
    async () => {
      const device = await makeDevice(server, admin)
      const at = new Date()
      return {
        path: '/transactions',
        write: () => makePastPayment(server, admin, device, { at, amount: 1 }),
      }
    },
  ],
  [
    'refunds',
    async () => {
      const device = await makeDevice(server, admin, { price: 50 })
      const { id } = await makePastPayment(server, admin, device, { at: new Date() })
      const values = { transaction_id: id, amount: 0.01, reason: 'x', actor_id: admin.id }
      return {
        path: `/transactions/${id}/refunds`,
        write: () => server.database.insertInto('refunds').values(values).execute(),
      }
    },
  ],
  [
    'what a code was used for',
    async () => {
      const { id } = await makeCode(server, admin)
      const topUp = { as: admin, params: { id }, body: { amount: 0.01 } }
      return {
        path: `/prepaid-codes/${id}/history`,
        write: () => server.call(prepaidCodes.topUp, topUp),
      }
    },
  ],
  [
    'sessions',
    async () => ({
      path: '/users-me/sessions',
      write: () => openSession(server.database, admin.id, nowhere),
    }),
  ],
  [
    'passkeys',
    async () => ({ path: '/users-me/passkeys', write: () => makePasskey(server, admin) }),
  ],
  [
    'resources',
    async () => ({
      path: '/api-resources-list',
      write: () =>
        server.database
          .insertInto('resources')
          .values({ owner_id: admin.id, document: '{}' })
          .execute(),
    }),
  ],
]

test.each(lists)(
  'returns as many rows as the total, despite a write between two statements: %s',
  async (_, prepare) => {
    const { path, write: writeOne } = await prepare()
    await writeOne()
    write = writeOne
    const answer = await app.inject({
      url: `/api${path}${path.includes('?') ? '&' : '?'}page=1&limit=100`,
      headers: { authorization: `Bearer ${admin.token}` },
    })
    write = async () => undefined
    const { data, pagination } = answer.json()
    expect(data.length).toBeGreaterThan(0)
    expect(data.length).toBe(pagination.total)
  },
)
