import type { Page } from '@playwright/test'

/** Counts taps, keys and field changes from now on, on every page. */
export async function countTouches(page: Page) {
  await page.addInitScript(() => {
    const note = (kind: string) => () => {
      sessionStorage.setItem(kind, String(Number(sessionStorage.getItem(kind)) + 1))
    }
    addEventListener('click', note('taps'), true)
    addEventListener('keydown', note('keys'), true)
    addEventListener('input', note('inputs'), true)
  })
  return () =>
    page.evaluate(() =>
      ['taps', 'keys', 'inputs'].map((kind) => Number(sessionStorage.getItem(kind))),
    )
}
