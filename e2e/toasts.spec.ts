import type { Page } from '@playwright/test'
import { breakCalls, expect, test, toast } from './person.ts'
import { show } from './screens.ts'

/** Names of the controls on the page that a toast covers in part. */
function coveredControls(page: Page) {
  return page.evaluate(() => {
    const toasts = [...document.querySelectorAll('[role=alert].mantine-Notification-root')].map(
      (each) => each.getBoundingClientRect(),
    )
    return [...document.querySelectorAll<HTMLElement>('button, a, input, select, textarea')]
      .filter((control) => !control.closest('[role=alert]'))
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => {
        const box = control.getBoundingClientRect()
        return toasts.some(
          ({ top, bottom, left, right }) =>
            box.top < bottom && box.bottom > top && box.left < right && box.right > left,
        )
      })
      .map((control) => control.ariaLabel ?? control.textContent)
  })
}

/** Counts changes of the header’s height from now on, which move the whole page. */
async function headerChanges(page: Page) {
  const changes = await page.locator('header').evaluateHandle((header) => {
    const heights: number[] = []
    new ResizeObserver(([entry]) => heights.push(entry?.contentRect.height ?? 0)).observe(header)
    return heights
  })
  return () => changes.evaluate((heights) => new Set(heights).size - 1)
}

for (const width of [1280, 800, 390]) {
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 800 }, reducedMotion: 'reduce' })

    test('covers no controls with toasts, however many there are', async ({ page, landlord }) => {
      const code = await landlord.issueCode()
      await landlord.call('PUT', '/users-me', { full_name: 'Lou '.repeat(30) })
      await page.goto('/auth')
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(toast(page, 'Please fill in all fields')).toBeVisible()
      await expect.poll(() => coveredControls(page)).toEqual([])

      await landlord.signInAt(page)
      await show(page, `/prepaid-codes/${code.id}`)
      await breakCalls(page, /prepaid-codes-id-toggle/)
      await breakCalls(page, /prepaid-codes-id/, 'DELETE')
      const top = () =>
        page
          .getByRole('heading', { level: 1 })
          .evaluate((heading) => heading.getBoundingClientRect().top + window.scrollY)
      const before = await top()
      await page.getByRole('button', { name: 'Disable' }).click()
      await expect(toast(page, 'Failed to update status')).toBeVisible()
      await expect.poll(() => coveredControls(page)).toEqual([])
      // A single toast, however long, moves nothing.
      expect(await top()).toBe(before)
      await page.getByRole('button', { name: 'Delete' }).click()
      const question = page.getByRole('dialog')
      await expect.poll(() => coveredControls(page)).toEqual([])
      await question.getByRole('button', { name: 'Delete' }).click()
      await expect(toast(page, 'Failed to delete prepaid code')).toBeVisible()
      await expect.poll(() => coveredControls(page)).toEqual([])
      // The header grows when toasts need more space.
      await expect
        .poll(() =>
          page.evaluate(() => {
            const bottom = (each: Element) => Math.round(each.getBoundingClientRect().bottom)
            const ends = [...document.querySelectorAll('header')].map(bottom)
            return [...document.querySelectorAll('[role=alert]')].every(
              (each) => bottom(each) <= Math.max(...ends),
            )
          }),
        )
        .toBe(true)
    })
  })
}

test('replaces a failure or success toast at the next action without moving the page', async ({
  page,
  landlord,
}) => {
  const { id, code } = await landlord.issueCode()
  await landlord.signInAt(page)
  await page.goto(`/prepaid-codes/${id}`)
  await breakCalls(page, /prepaid-codes-id-toggle/)
  await page.getByRole('button', { name: 'Disable' }).click()
  await expect(toast(page, 'Failed to update status')).toBeVisible()
  const changesAfterFailure = await headerChanges(page)
  await page.unroute(/prepaid-codes-id-toggle/)
  await page.getByRole('button', { name: 'Disable' }).click()
  await expect(toast(page, 'Prepaid code disabled successfully')).toBeVisible()
  await expect(toast(page, 'Failed to update status')).toBeHidden()
  expect(await changesAfterFailure()).toBe(0)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/prepaid-codes')
  await page.getByRole('button', { name: `Copy code ${code}` }).click()
  await expect(toast(page, 'Code copied to clipboard')).toBeVisible()
  const changes = await headerChanges(page)
  await page.getByRole('switch', { name: new RegExp(code) }).press('Space')
  await expect(toast(page, 'Code status updated')).toBeVisible()
  await expect(toast(page, 'Code copied to clipboard')).toBeHidden()
  expect(await changes()).toBe(0)
})

test('shows the same toast once', async ({ page, landlord }) => {
  const { code } = await landlord.issueCode()
  await landlord.signInAt(page)
  await page.goto('/prepaid-codes')
  const copy = page.getByRole('button', { name: `Copy code ${code}` })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await copy.click()
  await expect(toast(page, 'Code copied to clipboard')).toHaveCount(1)
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await copy.click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(code)
  await expect(toast(page, 'Code copied to clipboard')).toHaveCount(1)
})
