import { globSync, readFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, password } from './person.ts'
import { openRow, show, test } from './screens.ts'

/** Legacy mode opens no extra page per scan: the app has no frames to inspect. */
const axe = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })

async function expectNothingWrong(page: Page, place: string) {
  const { violations } = await axe(page).analyze()
  expect(violations, place).toEqual([])
}

for (const width of [1280, 390]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    // Runs each width and each color scheme once. `npm run test:long` runs all four.
    const isUsual = (width === 1280) === (colorScheme === 'light')
    if (!isUsual && process.env.AXE_VARIANTS !== 'all') continue
    test.describe(`${colorScheme}, ${width} pixels wide`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' })

      test('passes axe on every screen', async ({ page, screens, owner }) => {
        test.setTimeout(600_000)
        await page.goto('/auth#expired')
        await expect(page.getByText('Session expired. Please login again.')).toBeVisible()
        await expectNothingWrong(page, 'sign in')
        await page.getByRole('tab', { name: 'Register' }).click()
        await expectNothingWrong(page, 'register')
        await show(page, '/auth/password')
        await expectNothingWrong(page, 'forgotten password')
        await show(page, '/auth?next=/payments')
        await expect(page.getByRole('button', { name: 'Continue as guest' })).toBeVisible()
        await expectNothingWrong(page, 'sign in or go on as a guest')
        await page.getByRole('button', { name: 'Continue as guest' }).click()
        await expect(page.getByRole('heading', { name: 'Process Payment' })).toBeVisible()
        for (const address of ['/payments', '/dashboard', '/profile', '/devices/new']) {
          await show(page, address)
          await expectNothingWrong(page, `${address} of a guest`)
        }
        await owner.signInAt(page)
        for (const address of screens) {
          await show(page, address)
          await openRow(page)
          await expectNothingWrong(page, address)
        }
      })

      test('passes axe in menus, dialogs, toasts and errors', async ({ page, landlord, owner }) => {
        test.slow()
        await owner.signInAt(page)
        await show(page, '/dashboard')
        await page.getByRole('button', { name: 'Find', exact: true }).click()
        await page.getByRole('combobox').fill('washer')
        await expect(page.getByRole('option').first()).toContainText('Elm Street 4')
        await expectNothingWrong(page, 'what leads everywhere')
        await page.keyboard.press('Escape')
        await page.keyboard.press('Shift+?')
        await expect(page.getByRole('dialog')).toContainText('Toggle sidebar')
        await expectNothingWrong(page, 'the keys')
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Show the figures as a table' }).click()
        await expectNothingWrong(page, 'the table behind the chart')
        await page.getByRole('button', { name: /^Account of/ }).click()
        await expect(page.getByRole('menu')).toBeVisible()
        await expectNothingWrong(page, 'the user menu')
        await show(page, `/admin/users?search=${landlord.email}`)
        await openRow(page)
        await page.getByRole('button', { name: /^Assign Role/ }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await page.getByRole('dialog').getByRole('button', { name: 'Assign Role' }).click()
        await expect(page.getByRole('alert')).toBeVisible()
        await expectNothingWrong(page, 'the role dialog with a toast')
        await show(page, '/profile')
        await page.getByRole('button', { name: 'Set up' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('Current Password').fill(password)
        await dialog.getByRole('button', { name: 'Continue' }).click()
        await expect(dialog.getByLabel('Code from the app')).toBeVisible()
        await expectNothingWrong(page, 'the authenticator dialog')
        await show(page, '/resources/new')
        await page.getByRole('textbox', { name: 'JSON document' }).fill('{"a": 1,')
        await page.getByRole('button', { name: 'Create Resource' }).click()
        await expect(page.getByText('Invalid JSON format (line 1, column 8)')).toBeVisible()
        await expectNothingWrong(page, 'the editor with an error')
        await show(page, '/devices/new')
        await page.getByRole('button', { name: 'Create Device' }).click()
        await expect(page.getByText('Label must not be empty.')).toBeVisible()
        await expectNothingWrong(page, 'a form with errors')
      })
    })
  }
}

test('keeps the text of alerts, badges and buttons readable in every color and both themes', async ({
  page,
}) => {
  const sources = globSync('web/**/*.{ts,tsx}', { cwd: new URL('..', import.meta.url) })
  const code = sources
    .filter((file) => !/node_modules|dist/.test(file))
    .map((file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'))
  const named = code.join('\n').matchAll(/\bcolor(?:="|: ')([a-z]+)['"]/g)
  const colors = [...new Set([...named].map(([, color]) => color ?? ''))]
  expect(colors).toContain('yellow')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // Colors of a shown page change gradually.
    await show(page, '/auth')
    const shown = page.locator(`html[data-mantine-color-scheme=${colorScheme}]`)
    await expect(shown).toBeAttached()
    await page.evaluate((all) => {
      const samples = all.map((color) => {
        const sample = document.createElement('p')
        sample.textContent = `A sentence in ${color}`
        sample.style.color = `var(--mantine-color-${color}-light-color)`
        sample.style.background = `var(--mantine-color-${color}-light)`
        return sample
      })
      document.querySelector('main')?.append(...samples)
    }, colors)
    const { violations } = await axe(page).withRules('color-contrast').analyze()
    expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([])
  }
})
