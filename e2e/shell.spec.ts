import { expect, toast } from './person.ts'
import { test } from './screens.ts'

const menu = ['Dashboard', 'Devices', 'Transactions', 'Payments', 'Prepaid Codes', 'Profile']
const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 800 }

// id: shell-3
test('shows the 404 page for an unknown URL, with a link home', async ({ page }) => {
  await page.goto('/no/such/page')
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
})

// id: shell-2
test('requires sign-in on every screen but the guide, displays and the sign-in screen', async ({
  page,
  screens,
}) => {
  test.slow()
  for (const address of screens.filter((each) => !/^\/(no|help|display)\b/.test(each))) {
    await page.goto(address)
    // The URL keeps the prefix of the owner’s account.
    const [base = ''] = /^[/]for[/][^/]+/.exec(address) ?? []
    const next = address.slice(base.length)
    await expect(page).toHaveURL(`${base}/auth?${new URLSearchParams({ next })}`)
  }
})

test('shows the product name in full or not at all', async ({ page, tenant }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await tenant.signInAt(page)
  await page.goto('/dashboard')
  const name = page.getByRole('banner').getByText('Coinless')
  await expect(name).toBeInViewport()
  const cut = () => name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  await expect.poll(cut).toBeLessThanOrEqual(0)
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
  await expect(name).not.toBeInViewport()
})

test.describe('on a desktop', () => {
  test.use({ viewport: desktop })

  // id: shell-1
  test('links to every screen of the main menu from the sidebar', async ({ page, tenant }) => {
    await tenant.signInAt(page)
    await page.goto('/devices')
    const links = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link')
    await expect(links).toHaveText(menu)
    for (const name of menu.toReversed()) {
      await links.filter({ hasText: name }).click()
      await expect(links.filter({ hasText: name })).toHaveAttribute('aria-current', 'page')
      await expect(page).toHaveTitle(/ · Coinless$/)
    }
  })

  test('marks the entry of the menu on detail pages and subpages, too', async ({
    page,
    owner,
    screens,
  }) => {
    const entryOf = [
      [/^[/](devices|stickers|rooms|bulk-changes)/, 'Devices'],
      [/^[/]controllers/, 'Controllers'],
      [/^[/]report(s|-cases)/, 'Reports'],
      [/^[/](transactions|top-ups)/, 'Transactions'],
      [/^[/]prepaid-codes/, 'Prepaid Codes'],
      [/^[/]settings/, 'Settings'],
      [/^[/]resources/, 'Dashboard'],
      [/^[/]staff-invitation/, 'Profile'],
    ] as const
    const subpages = screens.filter((address) =>
      /^[/][^/?]+[/]|^[/](stickers|bulk|staff)/.test(address),
    )
    await owner.signInAt(page)
    const current = page.getByRole('navigation').locator('[aria-current=page]:visible')
    for (const [pattern, entry] of entryOf) {
      const address = subpages.find((each) => pattern.test(each)) ?? ''
      await page.goto(address)
      await expect(current, address).toHaveText(entry)
    }
  })

  // id: shell-4
  test('toggles the sidebar by Ctrl+B and its button, and keeps the state in a cookie for 7 days', async ({
    page,
    context,
    tenant,
  }) => {
    await tenant.signInAt(page)
    await page.goto('/devices')
    const sidebar = page.getByRole('navigation', { name: 'Main menu' })
    await expect(sidebar).toBeVisible()
    await page.getByLabel('Search by number, name or location').focus()
    await page.keyboard.press('Control+b')
    await expect(sidebar).toBeHidden()
    const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state')
    expect(cookie?.value).toBe('closed')
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThanOrEqual(7)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
    await expect(sidebar).toBeHidden()
    await page.getByRole('button', { name: 'Toggle sidebar' }).click()
    await expect(sidebar).toBeVisible()
  })

  // id: shell-5
  test('names the account in the user menu, links to the profile, and marks admins', async ({
    page,
    tenant,
  }) => {
    await tenant.signInAt(page)
    await page.goto('/devices')
    await page.getByRole('button', { name: 'Account of Terry Tenant' }).click()
    const dropdown = page.getByRole('menu')
    await expect(dropdown).toContainText(tenant.email)
    await expect(dropdown.getByText('Admin')).toBeHidden()
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    await expect(page).toHaveURL('/profile')
  })

  test('opens and leaves the user menu by keyboard, the first time as the second', async ({
    page,
    tenant,
  }) => {
    await tenant.signInAt(page)
    await page.goto('/devices')
    const button = page.getByRole('button', { name: 'Account of Terry Tenant' })
    await expect(button).toHaveAttribute('aria-haspopup', 'menu')
    for (const _time of ['first', 'second']) {
      await expect(button).toHaveAttribute('aria-expanded', 'false')
      await button.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menu')).toBeVisible()
      await expect(button).toHaveAttribute('aria-expanded', 'true')
      await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toBeHidden()
      await expect(button).toBeFocused()
    }
  })

  // id: shell-6
  test('shows the Admin badge to an admin', async ({ page, admin }) => {
    await admin.signInAt(page)
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Account of Admin' }).click()
    await expect(page.getByRole('menu').getByText('Admin', { exact: true }).last()).toBeVisible()
  })
})

test.describe('below 768 pixels', () => {
  test.use({ viewport: phone })

  // id: shell-7
  test('shows the sidebar as a drawer that closes when a page is chosen', async ({
    page,
    tenant,
  }) => {
    await tenant.signInAt(page)
    await page.goto('/devices')
    const sidebar = page.getByRole('navigation', { name: 'Main menu' })
    await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
    await expect(sidebar).toBeHidden()
    await page.getByRole('button', { name: 'Toggle sidebar' }).click()
    await sidebar.getByRole('link', { name: 'Payments' }).click()
    await expect(page.getByRole('heading', { name: 'Process Payment' })).toBeVisible()
    await expect(sidebar).toBeHidden()
  })

  test('links the most used pages in the bottom bar, which opens the whole menu', async ({
    page,
    tenant,
    landlord,
  }) => {
    await tenant.signInAt(page)
    await page.goto('/profile')
    const bar = page.getByRole('navigation', { name: 'Quick menu' })
    await expect(bar.getByRole('link')).toHaveText(['Pay', 'Dashboard', 'History', 'Codes'])
    await bar.getByRole('link', { name: 'Codes' }).click()
    await expect(page).toHaveURL('/prepaid-codes')
    await expect(bar.locator('[aria-current=page]')).toHaveText('Codes')
    const more = bar.getByRole('button', { name: 'More' })
    await expect(more).not.toHaveAttribute('aria-current')
    await more.click()
    await expect(more).toHaveAttribute('aria-expanded', 'true')
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link').last().click()
    await expect(page).toHaveURL('/profile')
    await expect(more).toHaveAttribute('aria-expanded', 'false')
    await expect(more).toHaveAttribute('aria-current', 'true')
    await expect(bar.locator('[aria-current=page]')).toHaveCount(0)
    // The page scrolls until its end is above the bar.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const last = page.getByRole('main').getByRole('button').last()
    await expect(async () => {
      const [below, top] = [await last.boundingBox(), await bar.boundingBox()]
      expect((below?.y ?? 0) + (below?.height ?? 0)).toBeLessThanOrEqual(top?.y ?? 0)
    }).toPass()
    await page.emulateMedia({ media: 'print' })
    await expect(bar).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    await landlord.signInAt(page)
    await page.goto('/profile')
    await expect(bar.getByRole('link')).toHaveText(['Dashboard', 'Devices', 'History', 'Codes'])
  })

  // id: shell-8
  test('shows the sidebar beside the page at 768 pixels', async ({ page, tenant }) => {
    await page.setViewportSize({ width: 768, height: 800 })
    await tenant.signInAt(page)
    await page.goto('/devices')
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  })
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`a system with the ${colorScheme} theme`, () => {
    test.use({ colorScheme })

    // id: shell-9
    test('applies the system theme to the app and its toasts', async ({ page }) => {
      await page.goto('/auth')
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      const brightness = await toast(page, 'Please fill in all fields').evaluate((element) => {
        const [red = 0] = getComputedStyle(element).backgroundColor.match(/\d+/g) ?? []
        return Number(red)
      })
      if (colorScheme === 'dark') expect(brightness).toBeLessThan(64)
      else expect(brightness).toBeGreaterThan(192)
    })
  })
}

test('opens a link of the user menu in a new tab and closes the menu', async ({ page, tenant }) => {
  await tenant.signInAt(page)
  await page.goto('/devices')
  await page.getByRole('button', { name: 'Account of Terry Tenant' }).click()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('menuitem', { name: 'Profile' }).click({ modifiers: ['ControlOrMeta'] })
  await expect(await opened).toHaveURL('/profile')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(page).toHaveURL('/devices')
})
