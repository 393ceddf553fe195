import { randomUUID } from 'node:crypto'
import { protocol } from '@coinless/contract/controller-protocol.ts'
import { expect, test } from 'vitest'
import { SimulatedChannel } from './simulated-channel.ts'

test('journals exactly as many starts of a simulated machine as the protocol requires', () => {
  const channel = new SimulatedChannel(1)
  const starts = Array.from({ length: protocol.journal + 1 }, () => randomUUID())
  for (const [n, id] of starts.entries()) {
    const start = { type: 'start' as const, id, channel: 1, deadline: 0, seconds: 1 }
    channel.hear(start, undefined, n * 2000, () => false)
  }
  const known = starts.filter((id) => channel.state(null, id, 1_000_000).entry !== null)
  expect(known).toEqual(starts.slice(1))
})
