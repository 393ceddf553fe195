import { expect, test } from 'vitest'
import { bootId, uptimeMax } from './boot-id.ts'
import { ShellyRelay } from './shelly-relay.ts'

/** The uptime that the relay reads from an answer of a Shelly. */
function uptimeOf(uptime: number): Promise<number> {
  const relay: ShellyRelay = new ShellyRelay(
    (frame) => {
      const { id } = frame as { id: number }
      queueMicrotask(() =>
        relay.hear({ id, result: { uptime } } as Parameters<typeof relay.hear>[0]),
      )
      return true
    },
    'coinless',
    () => {},
  )
  return relay.uptime()
}

test('rejects an uptime that no box can have, and derives a boot id from the longest one', async () => {
  expect(await uptimeOf(uptimeMax)).toBe(uptimeMax)
  await expect(uptimeOf(1e15)).rejects.toThrow()
  expect(bootId(Date.now(), uptimeMax, '')).toMatch(/^\d{4}-/)
})
