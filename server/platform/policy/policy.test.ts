import { dashboard } from '@coinless/contract/dashboard.ts'
import { devices } from '@coinless/contract/devices.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { resources } from '@coinless/contract/resources.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  type CallerKind,
  callers,
  makeWorld,
  type World,
  withoutSession,
} from '../../../test/support/world.ts'

const server = testApp()
const signedIn = callers.filter((caller) => !withoutSession.includes(caller))

// id: policy-1
describe('a list and its total contain only rows that the caller may see', () => {
  const lists: [string, Endpoint, (world: World) => string, object, CallerKind[]][] = [
    ['devices', devices.list, ({ device: { id } }) => id, {}, [...signedIn]],
    [
      'devices that are not active',
      devices.list,
      ({ hiddenDevice: { id } }) => id,
      { status: 'inactive' },
      ['owner', 'landlord', 'admin'],
    ],
    ['codes', prepaidCodes.list, ({ code: { id } }) => id, {}, ['owner', 'holder']],
    [
      'transactions',
      transactions.list,
      ({ transaction: { id } }) => id,
      {},
      ['payer', 'owner', 'landlord', 'admin'],
    ],
    ['resources', resources.list, ({ resource: { id } }) => id, {}, ['owner', 'admin']],
  ]

  test.each(lists)('%s', async (_name, endpoint, idOf, query, seers) => {
    const world = await makeWorld(server)
    const others = await makeWorld(server)
    for (const caller of signedIn) {
      const answer = await server.call(endpoint, {
        as: world.as[caller],
        query: { ...query, limit: 100 },
      })
      const { data, pagination } = answer as {
        data: { id: string }[]
        pagination: { total: number }
      }
      const ids = data.map(({ id }) => id)
      expect(ids.includes(idOf(world)), caller).toBe(seers.includes(caller))
      expect(pagination.total, caller).toBe(ids.length)
      if (endpoint !== devices.list && caller !== 'admin') {
        expect(ids.includes(idOf(others)), caller).toBe(false)
      }
    }
  })
})

test('finds no row of others by a search for its content', async () => {
  const { as, code, resource, transaction } = await makeWorld(server)
  const searches: [Endpoint, string][] = [
    [prepaidCodes.list, code.code],
    [resources.list, resource.id],
    [transactions.list, transaction.id],
  ]
  for (const [endpoint, search] of searches) {
    const answer = await server.call(endpoint, { as: as.stranger, query: { search } })
    expect(answer).toMatchObject({ data: [], pagination: { total: 0, totalPages: 0 } })
  }
})

test('excludes the money of others from every dashboard', async () => {
  const { as } = await makeWorld(server)
  for (const caller of ['stranger', 'unverified landlord', 'former admin'] as const) {
    const query = { time_zone: 'UTC' }
    const seen = await server.call(dashboard.revenue, { as: as[caller], query })
    expect(seen.days.every(({ revenue, cycles }) => revenue === 0 && cycles === 0)).toBe(true)
    expect([seen.best_devices, seen.low_codes]).toEqual([[], []])
    const spent = await server.call(dashboard.spending, { as: as[caller] })
    expect(spent).toEqual({ last_payments: [], codes: [] })
  }
})
