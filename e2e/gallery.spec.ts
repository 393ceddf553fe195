import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createServer, type ViteDevServer } from 'vite'
import { expect, test } from './person.ts'

const root = fileURLToPath(new URL('../web', import.meta.url))

/** What the files of web/shared/ui show: components, and dialogs opened by a function. */
function components(): string[] {
  return globSync('shared/ui/*.tsx', { cwd: root }).flatMap((file) => {
    const code = readFileSync(`${root}/${file}`, 'utf8')
    const shown = /^export function ([A-Z]\w+|confirmDeletion|confirmRepeat)\b/gm
    return [...code.matchAll(shown)].map(([, name]) => name ?? '')
  })
}

let vite: ViteDevServer

test.beforeAll(async () => {
  vite = await createServer({ root, logLevel: 'error', server: { port: 0, host: '127.0.0.1' } })
  await vite.listen()
})

test.afterAll(() => vite.close())

for (const [language, scheme, width] of [
  ['en', 'light', 1280],
  ['es', 'dark', 390],
] as const) {
  test(`shows designers every component within the page in ${language}, ${scheme}, ${width} pixels wide`, async ({
    page,
  }) => {
    // Vite compiles every component first.
    test.slow()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.setViewportSize({ width, height: 800 })
    const address = vite.resolvedUrls?.local[0] ?? ''
    await page.goto(`${address}gallery/?language=${language}&scheme=${scheme}`)
    await expect(page.getByRole('heading', { name: 'Components' })).toBeVisible()
    const shown = await page
      .locator('[data-component]')
      .evaluateAll((sections) => sections.map((each) => (each as HTMLElement).dataset.component))
    expect(components().filter((name) => !shown.includes(name))).toEqual([])
    for (const state of await page.locator('[data-state]').all()) {
      expect((await state.locator(':scope > :last-child').boundingBox())?.height).toBeGreaterThan(0)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(errors).toEqual([])
  })
}

test('omits the page for designers from the built app', async ({ page }) => {
  await page.goto('/gallery/')
  await expect(page.getByText('404')).toBeVisible()
})
