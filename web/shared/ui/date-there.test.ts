import firstEn from '@coinless/contract/texts/en/first.json' with { type: 'json' }
import screensEn from '@coinless/contract/texts/en/screens.json' with { type: 'json' }
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setTexts } from '../texts/texts.ts'

beforeEach(() => setTexts('en', firstEn, screensEn))
afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

const lisbon = 'Europe/Lisbon'

/** As a reader in that time zone sees it. */
async function readIn(viewer: string) {
  vi.stubEnv('TZ', viewer)
  vi.resetModules()
  const texts = await import('../texts/texts.ts')
  texts.setTexts('en', firstEn, screensEn)
  const { longDateThere } = await import('./date-there.ts')
  // Without the narrow space before PM.
  return (time: string, zone: string | null) => longDateThere(time, zone).replace(/\s/g, ' ')
}

test('writes a time in the time zone of a place, which it names where the clocks differ', async () => {
  const inBerlin = await readIn('Europe/Berlin')
  const time = '2026-01-05T23:07:00.000Z'
  expect(inBerlin(time, lisbon)).toBe('January 5, 2026 at 11:07 PM Europe/Lisbon')
  expect(inBerlin(time, 'America/New_York')).toBe('January 5, 2026 at 6:07 PM America/New York')
  for (const zone of [null, 'Europe/Berlin', 'Europe/Paris', 'Europe/Atlantis']) {
    expect(inBerlin(time, zone)).toBe('January 6, 2026 at 12:07 AM')
  }
  expect((await readIn(lisbon))(time, lisbon)).toBe('January 5, 2026 at 11:07 PM')
  expect(inBerlin('soon', lisbon)).toBe('–')
})

test('follows the clocks of the place on the days when they change, in either time zone', async () => {
  const inBerlin = await readIn('Europe/Berlin')
  const at = (time: string) => inBerlin(`${time}:00.000Z`, lisbon)
  expect(at('2026-03-29T00:59')).toBe('March 29, 2026 at 12:59 AM Europe/Lisbon')
  expect(at('2026-03-29T01:00')).toBe('March 29, 2026 at 2:00 AM Europe/Lisbon')
  expect(at('2026-10-25T00:30')).toBe('October 25, 2026 at 1:30 AM Europe/Lisbon')
  expect(at('2026-10-25T01:30')).toBe('October 25, 2026 at 1:30 AM Europe/Lisbon')
  // Berlin has no 2:30 AM on this day.
  expect(inBerlin('2026-03-29T06:30:00.000Z', 'America/New_York')).toBe(
    'March 29, 2026 at 2:30 AM America/New York',
  )
})
