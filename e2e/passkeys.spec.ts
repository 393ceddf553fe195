import type { Locator, Page } from '@playwright/test'
import { local } from './local.ts'
import { expect, password, test, toast } from './person.ts'
import { show } from './screens.ts'
import { countTouches } from './touches.ts'

/** Browsers create passkeys only for host names, not for IP addresses. */
test.use({ baseURL: process.env.COINLESS_URL?.replace('127.0.0.1', 'localhost') })

/** A virtual device with a fingerprint reader, by Chromium’s developer tools. */
async function plugInAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
}

async function addPasskey(card: Locator, secret = password) {
  await card.getByRole('button', { name: 'Add a passkey' }).click()
  await card.getByLabel('Name of the passkey').fill('My phone')
  await card.getByLabel('Current Password').fill(secret)
  await card.getByRole('button', { name: 'Add a passkey' }).click()
}

test('adds a passkey in the profile, signs in with it, and removes it', async ({
  page,
  tenant,
}) => {
  await plugInAuthenticator(page)
  await tenant.signInAt(page)
  await show(page, '/profile')
  const card = page.getByRole('region', { name: 'Passkeys' })
  await addPasskey(card, 'wrong')
  await expect(toast(page, 'The current password is wrong.')).toBeVisible()
  await card.getByLabel('Current Password').fill(password)
  await card.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('dialog').locator('pre')).toContainText('-')
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(card.getByText('My phone')).toBeVisible()
  await expect(card.getByText(/not used yet/)).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(tenant.email)
  await expect(card.getByText(/last used/)).toBeVisible()

  await card.getByRole('button', { name: 'Remove passkey My phone' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current Password').fill(password)
  await dialog.getByLabel('Recovery code').fill('WRONG')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, 'This code is wrong or was already used.')).toBeVisible()
  await dialog.getByLabel('Recovery code').clear()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, 'Passkey removed')).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(toast(page, 'This passkey was not accepted.')).toBeVisible()
})

test('reports a failed sign-in to users without a passkey on this device', async ({ page }) => {
  await plugInAuthenticator(page)
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(toast(page, 'Passkey sign-in was cancelled or failed')).toBeVisible()
})

test('starts a scanned machine in two taps and no typing with a passkey and a code', async ({
  page,
  landlord,
  tenant,
}) => {
  await tenant.verify()
  const device = await landlord.addDevice()
  await landlord.issueCode({ customer_email: tenant.email })
  await plugInAuthenticator(page)
  await tenant.signInAt(page)
  await show(page, '/profile')
  const card = page.getByRole('region', { name: 'Passkeys' })
  await addPasskey(card)
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await page.evaluate(() => localStorage.clear())

  const touches = await countTouches(page)
  await show(page, `/m/${device.sticker_number}`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('radio', { checked: true })).toBeVisible()
  await page.getByRole('button', { name: local('Pay $2.50') }).click()
  await expect(page.getByRole('region', { name: 'Your machine' })).toContainText('Running')
  expect(await touches()).toEqual([2, 0, 0])
})
