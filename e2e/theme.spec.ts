import type { Page } from '@playwright/test'
import { expect, test } from './person.ts'
import { show } from './screens.ts'

const themeOf = (page: Page) => page.locator('html[data-mantine-color-scheme=dark]')

/** The color that the browser paints behind the page. */
const background = (page: Page) =>
  page.evaluate(() => {
    const { backgroundColor, colorScheme } = getComputedStyle(document.documentElement)
    return [backgroundColor, colorScheme]
  })

test('keeps the theme that a user chooses, from the first paint on and after signing out', async ({
  page,
  tenant,
}) => {
  await tenant.signInAt(page)
  await show(page, '/profile')
  await expect(themeOf(page)).toHaveCount(0)
  const menu = page.getByRole('button', { name: /^Account of/ })
  const choose = async (theme: string) => {
    await menu.click()
    await page.getByRole('menuitemradio', { name: theme }).click()
  }
  await menu.click()
  await expect(page.getByRole('menuitemradio', { name: 'System' })).toBeChecked()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(themeOf(page)).toHaveCount(1)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  expect(await background(page)).toEqual(['rgb(36, 36, 36)', 'dark'])
  await page.unroute('**/assets/*.js')
  await show(page, '/profile')
  await expect(themeOf(page)).toHaveCount(1)
  await expect(page.locator('meta[name=theme-color]').first()).toHaveAttribute('content', '#242424')
  await choose('System')
  await expect(themeOf(page)).toHaveCount(0)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(themeOf(page)).toHaveCount(1)
  await choose('Light')
  await expect(themeOf(page)).toHaveCount(0)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
  await expect(themeOf(page)).toHaveCount(0)
})

test('scrolls the user menu on a small phone, above the bar', async ({ page, tenant }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await tenant.signInAt(page)
  await show(page, '/profile')
  await page.getByRole('button', { name: /^Account of/ }).click()
  const logout = page.getByRole('menuitem', { name: 'Logout' })
  await logout.scrollIntoViewIfNeeded()
  await logout.click()
  await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
})

test('prints every page light in the dark theme', async ({ page, tenant, baseURL }) => {
  await page.context().addCookies([{ name: 'theme', value: 'dark', url: baseURL ?? '' }])
  const expectLightPrint = async () => {
    await expect(themeOf(page)).toHaveCount(1)
    await page.emulateMedia({ media: 'print' })
    await expect(themeOf(page)).toHaveCount(0)
    expect(await background(page)).toEqual(['rgba(0, 0, 0, 0)', 'light'])
    await page.emulateMedia({ media: 'screen' })
    await expect(themeOf(page)).toHaveCount(1)
  }
  await show(page, '/help/tenants')
  await expectLightPrint()
  await tenant.signInAt(page)
  await show(page, '/transactions')
  await expectLightPrint()
})

/** Texts of the page that are too light for white paper. */
const lightTexts = (page: Page) =>
  page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll('*')]
      .filter((each) =>
        [...each.childNodes].some((node) => node instanceof Text && node.data.trim()),
      )
      .filter((each) => each.checkVisibility() && each.getClientRects().length > 0)
      .filter((each) => {
        const [r = 0, g = 0, b = 0] =
          getComputedStyle(each)
            .color.match(/[\d.]+/g)
            ?.map(Number) ?? []
        return 0.3 * r + 0.6 * g + 0.1 * b > 150
      })
      .map((each) => each.textContent),
  )

test('prints badges, buttons and documents dark on white in the dark theme', async ({
  page,
  landlord,
  baseURL,
}) => {
  await page.context().addCookies([{ name: 'theme', value: 'dark', url: baseURL ?? '' }])
  const device = await landlord.addDevice()
  const paid = await landlord.pay(device, await landlord.issueCode())
  // More than a page, so that the list has numbered pages.
  await Promise.all(Array.from({ length: 10 }, () => landlord.issueCode()))
  await landlord.signInAt(page)
  for (const address of [
    '/devices',
    '/prepaid-codes',
    '/profile',
    `/stickers?device=${device.id}`,
    '/prepaid-codes/cards',
    `/rooms/${device.sticker_number}/sign`,
    `/transactions/${paid.id}/receipt`,
  ]) {
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
    await show(page, address)
    await expect(themeOf(page)).toHaveCount(1)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    // One call finds and reads them: the list may draw its rows again between two.
    const pieces = await page.evaluate(() =>
      [
        ...document.querySelectorAll(
          '.mantine-Badge-root, .mantine-Button-root, .mantine-Pagination-control',
        ),
      ].map((each) => {
        const { color, backgroundColor } = getComputedStyle(each)
        return `${color} on ${backgroundColor}`
      }),
    )
    const unlike = pieces.filter((each) => each !== 'rgb(0, 0, 0) on rgb(255, 255, 255)')
    expect(unlike, address).toEqual([])
    await expect.poll(() => lightTexts(page), { message: address }).toEqual([])
  }
})
