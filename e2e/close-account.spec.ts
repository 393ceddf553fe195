import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { local } from './local.ts'
import { breakCalls, breakLoads, expect, login, password, test, toast } from './person.ts'
import { show } from './screens.ts'

const section = (page: Page) => page.getByRole('region', { name: 'Close account' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Close account' })

async function openDialog(page: Page) {
  await show(page, '/profile')
  await section(page).getByRole('button').click()
}

test('closes an account with its password and shows it in every tab and on every receipt', async ({
  page,
  landlord,
  tenant,
}) => {
  await landlord.verify()
  const device = await landlord.addDevice()
  const { id } = await tenant.pay(device, await landlord.issueCode())
  await landlord.addResource({ name: 'Ana' })
  await landlord.signInAt(page)
  const otherTab = await page.context().newPage()
  await otherTab.goto('/devices')
  await expect(otherTab.getByText(device.device_number)).toBeVisible()

  await show(page, '/profile')
  await section(page).getByRole('button').press('Enter')
  await expect(dialog(page)).toContainText(`The account of ${landlord.email} cannot be reopened`)
  await expect(dialog(page).getByRole('listitem')).toHaveText([
    '1 device is deleted.',
    local('1 code you issued can no longer be used, with $7.50 left on it.'),
    '1 resource is deleted.',
  ])
  await expect(dialog(page).getByLabel('Current Password')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(section(page).getByRole('button')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel('Current Password')).toBeFocused()
  // Enter has no effect until the list of consequences is shown.
  await expect(dialog(page).getByRole('listitem')).toHaveCount(3)
  await page.keyboard.type('not this one')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'The current password is wrong.')).toBeVisible()
  await dialog(page).getByLabel('Current Password').fill(password)
  await page.keyboard.press('Enter')

  await expect(page.getByText('Your account is closed')).toBeVisible()
  await expect(otherTab).toHaveURL('/auth')
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
  await login(page, landlord.email)
  await expect(toast(page, 'Email or password is wrong.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  await expect(page.getByText('Your account is closed')).toBeHidden()

  await tenant.signInAt(page)
  await page.goto(`/transactions/${id}/receipt`)
  await expect(page.getByRole('main')).toContainText(
    `Closed account ${landlord.signedIn.user.id.slice(0, 8)}…`,
  )
})

test('explains what prevents closing an account and keeps the session', async ({
  page,
  tenant,
}) => {
  // Otherwise the page asks for mail every few seconds, and retries once that is answered.
  await tenant.verify()
  await tenant.signInAt(page)
  await breakLoads(page, /users-me\/closing/)
  await openDialog(page)
  await expect(dialog(page).getByText('Failed to load the summary')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Close account' })).toBeDisabled()
  await page.unroute(/users-me\/closing/)
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  const confirm = dialog(page).getByRole('button', { name: 'Close account' })
  await expect(confirm).toBeEnabled()
  await confirm.click()
  await expect(dialog(page).getByLabel('Current Password')).toBeFocused()
  await breakCalls(page, /users-me\/closing/, 'POST')
  await dialog(page).getByLabel('Current Password').fill(password)
  await confirm.click()
  await expect(page.getByRole('alert')).toBeVisible()
  await dialog(page).getByLabel('Current Password').fill('')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await expect(section(page)).toBeVisible()
})

test.describe('on a phone, in Spanish and dark mode', () => {
  // A dialog that fades in has too little contrast until it is there.
  test.use({ locale: 'es-MX', viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  test.use({ reducedMotion: 'reduce' })

  test('fits the screen and passes axe', async ({ page, landlord }) => {
    await landlord.addDevice()
    await landlord.signInAt(page)
    await show(page, '/profile')
    await page.getByRole('region', { name: 'Cerrar la cuenta' }).getByRole('button').click()
    const question = page.getByRole('dialog', { name: 'Cerrar la cuenta' })
    await expect(question.getByRole('listitem')).toHaveText(['Se elimina 1 dispositivo.'])
    const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(390)
  })
})
