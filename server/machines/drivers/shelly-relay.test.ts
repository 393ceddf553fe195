import { expect, test } from 'vitest'
import { bootId, uptimeMax } from './boot-id.ts'
import { ShellyRelay } from './shelly-relay.ts'

/** What a Shelly that says so is taken to have been on for. */
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

test('an uptime that no box can have is no answer, and the longest one has a boot', async () => {
  expect(await uptimeOf(uptimeMax)).toBe(uptimeMax)
  await expect(uptimeOf(1e15)).rejects.toThrow()
  expect(bootId(Date.now(), uptimeMax, '')).toMatch(/^\d{4}-/)
})
