import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ControllerNote } from '../controllers/events.ts'
import { Presence } from './presence.ts'
import type { PresenceWriter } from './presence-writer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('records a controller as heard once a minute, also after the server’s clock was set back', async () => {
  const presenceWriter = { heard: async () => undefined } as unknown as PresenceWriter
  const presence = new Presence(presenceWriter)
  presence.heard()
  await presence.write('one', 'b1')
  vi.advanceTimersByTime(59_000)
  expect(presence.isDue()).toBe(false)
  vi.setSystemTime(Date.now() - 3_600_000)
  vi.advanceTimersByTime(1000)
  expect(presence.isDue()).toBe(true)
})

test('does not end a newer connection when recording its own start failed', async () => {
  const noted: ControllerNote[] = []
  const presenceWriter = {
    heard: async () => undefined,
    note: async (note: ControllerNote) => {
      noted.push(note)
      throw new Error('The database is unavailable.')
    },
  } as unknown as PresenceWriter
  const presence = new Presence(presenceWriter)
  presence.heard()
  await presence.begin('one', 'b1').catch(() => {})
  await presence.end('one', 'b1', undefined)
  expect(noted.map(({ kind }) => kind)).toEqual(['connected'])
})
