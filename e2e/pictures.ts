import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Locator } from '@playwright/test'
import { expect } from './person.ts'

/** Whether `npm run pictures` takes them again. */
export const isTaking = process.env.GUIDE_PICTURES === 'new'

/** The parts of a screen, without URLs and times, which differ in each run. A time of tomorrow has a date. */
export async function partsOf(shown: Locator): Promise<string> {
  const parts = (await shown.ariaSnapshot())
    .replaceAll(/^ *- [/]url:.*\n?/gm, '')
    .replaceAll(/(\w+ \d+, \d+, )?\d+:\d\d\s[AP]M/g, '12:00 PM')
  return `${parts.trimEnd()}\n`
}

/**
 * Compares the parts of screens with those of their picture. `npm run pictures` updates both.
 * @param path without `.jpg`
 */
export async function expectPictured(
  path: string,
  parts: () => Promise<string>,
  take: () => Promise<Buffer>,
): Promise<void> {
  if (isTaking) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(`${path}.jpg`, await take())
    writeFileSync(`${path}.txt`, await parts())
  }
  expect(existsSync(`${path}.jpg`)).toBe(true)
  await expect.poll(parts, 'npm run pictures').toBe(readFileSync(`${path}.txt`, 'utf8'))
}
