import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect, login, password, test, toast } from './person.ts'
import { show } from './screens.ts'

/** The current code, or a later one: no code is valid twice. */
function codeOf(secret: string, stepsLater = 0): string {
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  return app.generate({ timestamp: Date.now() + stepsLater * 30_000 })
}

const form = (page: Page) => page.getByRole('dialog', { name: 'Two-factor sign-in' })

/** Copies the recovery codes, which are shown once until the user confirms that they are saved. */
async function takeCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Recovery codes' })
  const codes = await dialog.locator('pre').textContent()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(toast(page, 'copied')).toBeVisible()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(dialog).toBeHidden()
  return codes?.split('\n') ?? []
}

async function turnOn(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = form(page)
  await dialog.getByLabel('Current Password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expect(dialog.getByLabel('Code from the app')).toBeFocused()
  const secret = (await dialog.locator('code').textContent()) ?? ''
  await dialog.getByLabel('Code from the app').fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  return { secret, recoveryCodes: await takeCodes(page) }
}

async function signIn(page: Page, email: string) {
  await page.goto('/auth')
  await login(page, email)
}

const codeField = 'Code from your authenticator app, or a recovery code'

// id: e2e-second-factor-1
test('sets up an authenticator app in the profile and asks for it at sign-in', async ({
  page,
  tenant,
}) => {
  await tenant.signInAt(page)
  await show(page, '/profile')
  const { secret, recoveryCodes } = await turnOn(page)
  expect(recoveryCodes).toHaveLength(10)
  await expect(page.getByText('It is on. You have 10 recovery codes left.')).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await signIn(page, tenant.email)
  await page.getByLabel(codeField).fill('000000')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'This code is wrong or was already used.')).toBeVisible()
  await page.getByLabel(codeField).fill(codeOf(secret, 1))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await signIn(page, tenant.email)
  await page.getByLabel(codeField).fill(recoveryCodes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByText('You have 9 recovery codes left.')).toBeVisible()
})

test('creates new recovery codes and turns the authenticator off, with password and code', async ({
  page,
  tenant,
}) => {
  await tenant.signInAt(page)
  await show(page, '/profile')
  const { secret, recoveryCodes } = await turnOn(page)
  const dialog = form(page)

  await page.getByRole('button', { name: 'New recovery codes' }).click()
  await dialog.getByLabel('Current Password').fill(password)
  await dialog.getByLabel('Code from the app, or a recovery code').fill(codeOf(secret, 1))
  await dialog.getByRole('button', { name: 'New recovery codes' }).click()
  const next = await takeCodes(page)
  expect(next).not.toContain(recoveryCodes[0])

  await page.getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByLabel('Current Password').fill(password)
  await dialog.getByLabel('Code from the app, or a recovery code').fill(next[0] ?? '')
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(toast(page, 'Two-factor sign-in is off')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible()
})
