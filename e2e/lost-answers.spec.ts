import type { Page } from '@playwright/test'
import { expect, login, type Person, test, toast } from './person.ts'

/** The server does what it is asked, but its next answers do not arrive. */
async function loseAnswers(page: Page, address: RegExp, count: number) {
  let left = count
  await page.route(address, async (route) => {
    if (left === 0 || route.request().method() !== 'POST') return route.fallback()
    left -= 1
    await route.fetch()
    await route.abort()
  })
}

async function openPayment(page: Page, landlord: Person, tenant: Person) {
  const device = await landlord.addDevice()
  const code = await landlord.issueCode()
  await tenant.signInAt(page)
  const fill = async () => {
    await page.goto(`/payments?device=${device.id}`)
    await page.getByRole('textbox', { name: 'Prepaid Code' }).fill(code.code)
    await expect(page.getByRole('main').locator('dl')).toBeVisible()
  }
  const pay = async () => {
    await fill()
    await page.getByRole('button', { name: 'Pay with Prepaid Code' }).click()
  }
  const left = async () =>
    (await landlord.call<{ remaining_balance: number }>('GET', `/prepaid-codes-id/${code.id}`))
      .remaining_balance
  return { device, fill, pay, left }
}

test('a payment whose answer is lost is sent again by itself, and taken once', async ({
  page,
  landlord,
  tenant,
}) => {
  const { pay, left } = await openPayment(page, landlord, tenant)
  await loseAnswers(page, /payments\/prepaid/, 2)
  await pay()
  await expect(toast(page, 'Payment successful!')).toContainText('Remaining balance: $7.50')
  expect(await left()).toBe(7.5)
})

test('a payment whose answers are all lost is taken once, also after a reload', async ({
  page,
  landlord,
  tenant,
}) => {
  const { pay, left } = await openPayment(page, landlord, tenant)
  await loseAnswers(page, /payments\/prepaid/, 3)
  await pay()
  await expect(toast(page, 'It is not known whether this was paid')).toContainText(
    /^No answer came/,
  )
  await pay()
  await expect(toast(page, 'Payment successful!')).toContainText('Remaining balance: $7.50')
  expect(await left()).toBe(7.5)
  await pay()
  await expect(toast(page, 'Payment successful!')).toContainText('Remaining balance: $5.00')
})

test('a payment without a connection says that nothing was paid, and is not sent later', async ({
  page,
  context,
  landlord,
  tenant,
}) => {
  const { fill, left } = await openPayment(page, landlord, tenant)
  await fill()
  await page.getByRole('textbox', { name: 'Prepaid Code' }).press('End')
  await page.waitForLoadState('networkidle')
  let sent = 0
  let loads = 0
  page.on('request', (request) => {
    if (request.url().includes('/payments/prepaid')) sent++
    if (request.url().includes('/api/devices')) loads++
  })
  await context.setOffline(true)
  const button = page.getByRole('button', { name: 'Pay with Prepaid Code' })
  await button.click()
  await expect(toast(page, 'Payment failed')).toContainText('No connection. Nothing was paid.')
  await expect(button).toBeEnabled()
  await expect(toast(page, 'Failed to load devices')).toBeHidden()
  expect(loads).toBe(0)
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Transactions' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByText('No transactions found')).toBeVisible()
  expect([sent, await left()]).toEqual([0, 10])
})

test('after a reload in the middle of a payment the screen says what became of it', async ({
  page,
  landlord,
  tenant,
}) => {
  const { device, pay, left } = await openPayment(page, landlord, tenant)
  const sent = page.waitForRequest(/payments\/prepaid/)
  await page.route(/payments\/prepaid/, () => {})
  await pay()
  await sent
  await page.reload()
  const notice = page.getByRole('alert').filter({ hasText: 'Your last payment' })
  await expect(notice).toContainText('has not arrived so far.')
  await expect(notice).toContainText(`Device: ${device.label} · ${device.device_number}`)
  await expect(notice).toContainText('you pay only once.')
  await page.goto(`/payments?device=${(await landlord.addDevice()).id}`)
  await expect(page.getByRole('main').locator('dl')).toBeVisible()
  await expect(notice).toContainText(`Device: ${device.label} · ${device.device_number}`)
  await expect(notice).not.toContainText('you pay only once.')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/payments\/prepaid/, async (route) => {
    await route.fetch()
    arrive()
  })
  await pay()
  await arrived
  await page.reload()
  await expect(page.getByText('Your last payment was taken')).toBeVisible()
  expect(await left()).toBe(7.5)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('link', { name: 'View transaction' }).click()
  await expect(page.getByRole('heading', { name: 'Transaction Details' })).toBeVisible()
  await pay()
  await expect(toast(page, 'Payment successful!')).toContainText('Remaining balance: $5.00')
})

test('a payment whose answer is lost together with the session is taken once', async ({
  page,
  landlord,
  tenant,
}) => {
  const { pay, left } = await openPayment(page, landlord, tenant)
  await loseAnswers(page, /payments\/prepaid/, 3)
  await pay()
  await expect(toast(page, 'It is not known whether this was paid')).toBeVisible()
  await page.evaluate(() => {
    localStorage.setItem('access_token', 'ran.out.long-ago')
    localStorage.setItem('refresh_token', 'ran out, too')
  })
  await page.reload()
  await expect(page.getByText('Session expired. Please login again.')).toBeVisible()
  await login(page, tenant.email)
  await expect(page.getByRole('heading', { name: 'Process Payment' })).toBeVisible()
  await pay()
  await expect(toast(page, 'Payment successful!')).toContainText('Remaining balance: $7.50')
  expect(await left()).toBe(7.5)
})

test('a code whose answer is lost is issued once when it is created again', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await page.goto('/prepaid-codes/new')
  await page.getByRole('textbox', { name: 'Balance' }).fill('20')
  await loseAnswers(page, /api\/prepaid-codes$/, 1)
  const button = page.getByRole('button', { name: 'Create Code' })
  await button.click()
  await expect(toast(page, 'It is not known whether this was done')).toContainText(
    /^No answer came/,
  )
  await button.click()
  await expect(page.getByRole('heading', { name: 'Prepaid Codes' })).toBeVisible()
  const { pagination } = await landlord.call<{ pagination: { total: number } }>(
    'GET',
    '/prepaid-codes',
  )
  expect(pagination.total).toBe(1)
})
