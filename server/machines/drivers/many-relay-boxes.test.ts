import { randomUUID } from 'node:crypto'
import { resources } from '@coinless/contract/resources.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeUser } from '../../../test/support/make.ts'
import { waitingForLocks } from '../../../test/support/waiting.ts'
import { connect } from '../../platform/database/connection.ts'
import { RelayBox } from './relay-box.ts'

const server = testApp()

const idleRelay = {
  status: () => Promise.reject(new Error('unused')),
  switchOn: () => Promise.reject(new Error('unused')),
  switchOff: () => Promise.reject(new Error('unused')),
  cut() {},
}

test('keeps connections for calls while many boxes reconnect', async () => {
  const user = await makeUser(server)
  const other = connect(server.url)
  const { begun } = await other.transaction().execute(async (transaction) => {
    await sql`lock table controller_presence in access exclusive mode`.execute(transaction)
    const begun = Array.from({ length: 30 }, () =>
      new RelayBox(server.parts, randomUUID(), idleRelay, () => {}).begin(60),
    )
    await expect.poll(() => waitingForLocks(server)).toBeGreaterThanOrEqual(4)
    await server.call(resources.list, { as: user, query: {} })
    expect(await waitingForLocks(server)).toBe(4)
    return { begun: Promise.all(begun) }
  })
  await begun
  await other.destroy()
})

test('does not take a wait for a connection for a reboot', async () => {
  const { connections } = server.parts
  const uptime = 600
  const held = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const work = held.map(({ promise }) => connections.inTurn(() => promise))
  const late = new RelayBox(server.parts, randomUUID(), idleRelay, () => {})
  const begun = late.begin(uptime)
  const waitMs = 120_000
  const before = [
    performance.now.bind(performance),
    server.parts.clock.now.bind(server.parts.clock),
  ]
  for (const [n, clock] of [performance, server.parts.clock].entries()) {
    const set = vi.spyOn(clock, 'now').mockImplementation(() => (before[n]?.() ?? 0) + waitMs)
    onTestFinished(() => set.mockRestore())
  }
  for (const { resolve } of held) resolve()
  await Promise.all([begun, ...work])
  const boot = late.bootId
  late.uptime(uptime + waitMs / 1000)
  expect(late.bootId).toBe(boot)
})
