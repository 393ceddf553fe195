import { randomUUID } from 'node:crypto'
import { local } from './local.ts'
import { expect, password, test, toast } from './person.ts'
import { show } from './screens.ts'

test.use({ viewport: { width: 390, height: 800 } })

test('lets a guest pay at a scanned machine, warns on leaving, and keeps all in a new account', async ({
  page,
  landlord,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' }),
  )
  const device = await landlord.addDevice()
  const { code } = await landlord.issueCode()
  await show(page, `/m/${device.sticker_number}`)
  await page.getByRole('button', { name: 'Continue as guest' }).click()
  await page.getByRole('textbox', { name: 'Prepaid Code' }).fill(code)
  await page.getByRole('button', { name: local('Pay $2.50') }).click()
  await expect(page.getByRole('region', { name: 'Your machine' })).toContainText('Running')
  // Neither mail nor notifications, which this browser blocks.
  await show(page, `/rooms/${device.sticker_number}`)
  await page.getByRole('button', { name: 'Notify me when available' }).click()
  await expect(page.getByText('We can’t notify you yet.')).toBeVisible()

  await page.getByRole('button', { name: 'Account of Guest' }).click()
  await expect(page.getByRole('menu')).toContainText('In this browser only')
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  const question = page.getByRole('dialog', { name: 'Leave this guest account?' })
  await expect(question.getByRole('button', { name: 'Create an account' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Account of Guest' })).toBeFocused()
  await page.getByRole('button', { name: 'Account of Guest' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(question.getByRole('button', { name: 'Create an account' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'By email' })).toHaveCount(0)

  await page.getByLabel('Full Name').fill('Gina Guest')
  const email = `${randomUUID()}@example.com`
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(toast(page, 'Account created successfully!')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Verify your email' })).toContainText(email)
  await show(page, '/transactions')
  await expect(page.getByText(local('$2.50')).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account of Gina Guest' })).toBeVisible()
})

test('offers guest access only on the way to a machine', async ({ page, landlord }) => {
  const offer = page.getByRole('button', { name: 'Continue as guest' })
  const device = await landlord.addDevice()
  await show(page, `/rooms/${device.sticker_number}`)
  await expect(offer).toBeVisible()
  for (const address of ['/auth', '/devices', `/payments?cycle=${device.id}`]) {
    await show(page, address)
    const login = page.getByRole('button', { name: 'Login' })
    await expect(login).toHaveAttribute('data-variant', 'filled')
    await expect(offer).toHaveCount(0)
  }
  await page.route('**/api/guests/settings', (route) =>
    route.fulfill({ json: { are_welcome: false } }),
  )
  const answered = page.waitForResponse('**/api/guests/settings')
  await show(page, `/m/${device.sticker_number}`)
  await answered
  await expect(page.getByText('No account needed. Pay by code or card.')).toHaveCount(0)
})

test('creates one guest on two taps, and offers guests no devices, codes or resources', async ({
  page,
  landlord,
}) => {
  const device = await landlord.addDevice()
  await show(page, `/m/${device.sticker_number}`)
  let begun = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/guests')) begun++
  })
  const offer = page.getByRole('button', { name: 'Continue as guest' })
  await offer.evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect(page.getByRole('textbox', { name: 'Prepaid Code' })).toBeVisible()
  expect(begun).toBe(1)
  for (const address of ['/devices/new', '/prepaid-codes', '/resources', '/controllers']) {
    await show(page, address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not for guests')
  }
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(toast(page, 'Logged out successfully')).toBeVisible()
})

test('finds an account on the next try when a lost answer or another tab created it', async ({
  page,
  landlord,
}) => {
  const device = await landlord.addDevice()
  await show(page, `/m/${device.sticker_number}`)
  await page.getByRole('button', { name: 'Continue as guest' }).click()
  await expect(page.getByRole('textbox', { name: 'Prepaid Code' })).toBeVisible()
  await show(page, '/profile')
  await page.getByLabel('Full Name').fill('Gina Guest')
  await page.getByRole('textbox', { name: 'Email' }).fill(`${randomUUID()}@example.com`)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.route(
    '**/api/users-me/account',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(toast(page, 'No response. We don’t know if this went through.')).toBeVisible()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(toast(page, 'This is already a full account.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Verify your email' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account of Gina Guest' })).toBeVisible()
})
