import type { Page } from '@playwright/test'
import { breakCalls, expect, test } from './person.ts'

const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name })

test('reports a lost connection on a menu tap and loads the screen with its styles once back', async ({
  page,
  context,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  await tenant.signInAt(page)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('No connection. This page may be out of date.')).toBeVisible()
  await menu(page, 'Payments').hover()
  await menu(page, 'Payments').click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('combobox', { name: 'Device' })).toBeVisible()
  await expect(page.getByRole('status')).toBeEmpty()
  await page.getByRole('combobox', { name: 'Device' }).fill(device.device_number)
  await page.getByRole('option').click()
  await expect(page.getByRole('main').locator('dl')).toHaveCSS('display', 'flex')
})

test('shows progress while the code of a screen loads slowly', async ({ page, tenant }) => {
  await tenant.signInAt(page)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/TransactionList-*.js', async (route) => {
    await held
    await route.fallback()
  })
  await menu(page, 'Transactions').click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  release()
  await expect(page.getByText('No transactions found')).toBeVisible()
  await expect(page.getByRole('progressbar')).toBeHidden()
})

test('reloads a page from before a server update when its files no longer exist', async ({
  page,
  tenant,
}) => {
  await tenant.signInAt(page)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  let isLoadedAnew = false
  page.on('request', (request) => {
    isLoadedAnew ||= request.isNavigationRequest()
  })
  await page.route('**/assets/TransactionList-*.js', (route) =>
    isLoadedAnew ? route.fallback() : route.fulfill({ status: 404 }),
  )
  await menu(page, 'Transactions').click()
  await expect(page.getByText('No transactions found')).toBeVisible()
})

test('reports a permanently missing file after one reload', async ({ page, tenant }) => {
  await tenant.signInAt(page)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await page.route('**/assets/TransactionList-*.js', (route) => route.fulfill({ status: 404 }))
  let loads = 0
  page.on('domcontentloaded', () => loads++)
  await menu(page, 'Transactions').click()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  expect(loads).toBe(1)
})

test('opens a dialog once its code loads on a retry', async ({ page, tenant }) => {
  await tenant.signInAt(page)
  await page.goto('/profile')
  await page.route('**/assets/CloseAccountForm-*.js', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Close account' }).click()
  await expect(page.getByRole('dialog').locator('input[type=password]')).toBeVisible()
})

test('announces retries of failed loads and recovers once the server is back', async ({
  page,
  tenant,
}) => {
  await tenant.signInAt(page)
  await breakCalls(page, /\/api\/(transactions|health)/)
  await page.goto('/transactions')
  await expect(page.getByRole('status')).toHaveText('The server cannot be reached. Retrying …')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unroute(/\/api\/(transactions|health)/)
  await expect(page.getByText('No transactions found')).toBeVisible()
  await expect(page.getByRole('status')).toBeEmpty()
  const said = Promise.withResolvers<void>()
  let failures = 1
  await page.route(/\/api\/payments\/wallet/, async (route) => {
    if (failures-- > 0) return route.fulfill({ status: 500, json: {} })
    await said.promise
    return route.fallback()
  })
  await menu(page, 'Prepaid Codes').click()
  const retrying = page.getByRole('status').filter({ hasText: 'Failed to load. Retrying …' })
  await expect(retrying).toBeVisible()
  said.resolve()
  await expect(page.getByText('No prepaid codes found')).toBeVisible()
})
