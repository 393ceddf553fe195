import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import type { Page } from '@playwright/test'
import { inField, local, typed, usualBalance } from './local.ts'
import { expect, login, type Person, test, toast, withoutEvents } from './person.ts'
import { show } from './screens.ts'

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
  const fill = async (at = device) => {
    await show(page, `/payments?device=${at.id}`)
    await page.getByRole('textbox', { name: 'Prepaid Code' }).fill(code.code)
  }
  const pay = async (at = device) => {
    await fill(at)
    await page.getByRole('button', { name: local('Pay $') }).click()
  }
  const path = `/prepaid-codes-id/${code.id}`
  const left = () => landlord.call<PrepaidCode>('GET', path).then((it) => it.remaining_balance)
  return { device, fill, pay, left }
}

test('retries a payment with a lost answer and charges it once', async ({
  page,
  landlord,
  tenant,
}) => {
  const { pay, left } = await openPayment(page, landlord, tenant)
  await loseAnswers(page, /payments\/prepaid/, 2)
  await pay()
  await expect(toast(page, 'Payment successful!')).toContainText(local('Remaining balance: $7.50'))
  expect(await left()).toBe(7.5)
})

// id: lost-answers-2
test('reports a payment as made when all answers are lost, and never charges it twice', async ({
  page,
  landlord,
  tenant,
}) => {
  const { device, pay, left } = await openPayment(page, landlord, tenant)
  const other = await landlord.issueCode()
  await loseAnswers(page, /payments\/prepaid/, 3)
  const outcome = Promise.withResolvers<void>()
  await page.route(/idempotency-keys/, async (route) => {
    await outcome.promise
    await route.fallback()
  })
  await pay()
  const doubt = toast(page, 'We don’t know if this was paid')
  await expect(doubt).toContainText(/^No response/)
  outcome.resolve()
  await expect(doubt).toBeHidden()
  const notice = page.getByRole('alert').filter({ hasText: 'Your last payment succeeded' })
  await expect(notice).toContainText(`Device: ${device.label} · ${device.device_number}`)
  const field = page.getByRole('textbox', { name: 'Prepaid Code' })
  await field.fill(other.code)
  await field.press('Enter')
  const question = page.getByRole('dialog', { name: 'Your last attempt succeeded' })
  await expect(question.getByRole('link', { name: 'View transaction' })).toBeVisible()
  await page.reload()
  await expect(notice).toBeVisible()
  await page.getByRole('tab', { name: 'Credit Card' }).click()
  await page.getByLabel('Customer Name').fill('Carla Card')
  await page.getByLabel('Email').fill('carla@example.com')
  await page.getByRole('button', { name: local('Pay $') }).click()
  await question.getByRole('button', { name: 'Don’t repeat' }).click()
  await expect(notice).toBeHidden()
  const { pagination } = await tenant.call<{ pagination: { total: number } }>(
    'GET',
    '/transactions',
  )
  expect([await left(), pagination.total]).toEqual([7.5, 1])
  await page.getByRole('tab', { name: 'Prepaid Code' }).click()
  await loseAnswers(page, /payments\/prepaid/, 3)
  await pay(await landlord.addDevice())
  await expect(notice).toBeVisible()
  await field.press('Enter')
  await question.getByRole('button', { name: 'Repeat', exact: true }).click()
  await expect(toast(page, 'Payment successful!')).toContainText(local('Remaining balance: $2.50'))
  await expect(notice).toBeHidden()
})

test('pays nothing without a connection and keeps the outcome of the last payment', async ({
  page,
  context,
  landlord,
  tenant,
}) => {
  const { pay, left } = await openPayment(page, landlord, tenant)
  await loseAnswers(page, /payments\/prepaid/, 3)
  await pay()
  await expect(page.getByText('Your last payment succeeded')).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('textbox', { name: 'Prepaid Code' }).press('Enter')
  await expect(toast(page, 'Payment failed')).toContainText('No connection. Nothing was paid.')
  await expect(toast(page, 'We don’t know if this was paid')).toBeHidden()
  await context.setOffline(false)
  expect(await left()).toBe(7.5)
})

// id: lost-answers-1
test('says that nothing was paid without a connection, and does not pay later', async ({
  page,
  context,
  landlord,
  tenant,
}) => {
  await withoutEvents(page)
  const { fill, left } = await openPayment(page, landlord, tenant)
  await fill()
  await page.getByRole('textbox', { name: 'Prepaid Code' }).press('End')
  await page.waitForLoadState('networkidle')
  let [sent, loads] = [0, 0]
  page.on('request', (request) => {
    if (request.url().includes('/payments/prepaid')) sent++
    if (request.url().includes('/api/devices')) loads++
  })
  await context.setOffline(true)
  const button = page.getByRole('button', { name: local('Pay $') })
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

test('shows the outcome of a payment after a reload during it', async ({
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
  await expect(notice).toContainText('We have not received your last payment yet.')
  await expect(notice).toContainText(`Device: ${device.label} · ${device.device_number}`)
  await expect(notice).toContainText('You pay only once')
  await page.goto(`/payments?device=${(await landlord.addDevice()).id}`)
  await expect(page.getByRole('main').locator('dl')).toBeVisible()
  await expect(notice).toContainText(`Device: ${device.label} · ${device.device_number}`)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const arrived = Promise.withResolvers<void>()
  await page.route(/payments\/prepaid/, async (route) => {
    await route.fetch()
    arrived.resolve()
  })
  await pay()
  await arrived.promise
  await page.reload()
  await expect(page.getByText('Your last payment succeeded')).toBeVisible()
  expect(await left()).toBe(7.5)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('link', { name: 'View transaction' }).click()
  await expect(page.getByRole('heading', { name: 'Transaction Details' })).toBeVisible()
  await pay()
  await page.getByRole('button', { name: 'Pay Again' }).click()
  await expect(toast(page, 'Payment successful!')).toContainText(local('Remaining balance: $5.00'))
})

test('charges a payment once when its answer and the session are lost', async ({
  page,
  landlord,
  tenant,
}) => {
  const { fill, pay, left } = await openPayment(page, landlord, tenant)
  await loseAnswers(page, /payments\/prepaid/, 3)
  await pay()
  await expect(page.getByText('Your last payment succeeded')).toBeVisible()
  await page.evaluate(() => {
    localStorage.setItem('access_token', 'ran.out.long-ago')
    localStorage.setItem('refresh_token', 'ran out, too')
  })
  await page.reload()
  await expect(page.getByText('Session expired. Please login again.')).toBeVisible()
  await login(page, tenant.email)
  await expect(page.getByRole('heading', { name: 'Process Payment' })).toBeVisible()
  await expect(page.getByText('Your last payment succeeded')).toBeVisible()
  await fill()
  await expect(page.getByRole('button', { name: local('Pay $') })).toBeEnabled()
  await page.getByRole('textbox', { name: 'Prepaid Code' }).press('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Don’t repeat' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: local('Pay $') })).toBeEnabled()
  expect(await left()).toBe(7.5)
})

// id: lost-answers-3
test('issues a code once when its answer is lost, and shows it when the user returns', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await page.goto('/prepaid-codes/new')
  await page.getByRole('textbox', { name: 'Balance' }).fill(typed('32'))
  await loseAnswers(page, /api\/prepaid-codes$/, 3)
  const button = page.getByRole('button', { name: 'Create Code' })
  await button.click()
  await expect(toast(page, 'We don’t know if this went through')).toContainText(/^No response/)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Balance' })).toHaveValue(inField('$32.00'))
  await button.click()
  const question = page.getByRole('dialog', { name: 'Your last attempt succeeded' })
  await question.getByRole('button', { name: 'Don’t repeat' }).click()
  await expect(page).toHaveURL('/prepaid-codes')
  await page.getByRole('link', { name: 'Create Code' }).click()
  await expect(page.getByRole('textbox', { name: 'Balance' })).toHaveValue(usualBalance)
  await loseAnswers(page, /api\/prepaid-codes$/, 3)
  await page.getByRole('textbox', { name: 'Balance' }).fill(typed('33'))
  await button.click()
  await expect(toast(page, 'We don’t know if this went through')).toBeVisible()
  await button.click()
  await question.getByRole('link', { name: 'View code' }).click()
  await expect(page.getByRole('heading', { name: 'Prepaid Code' })).toBeVisible()
  await expect(page.getByText(local('$33.00')).first()).toBeVisible()
  const { pagination } = await landlord.call<{ pagination: { total: number } }>(
    'GET',
    '/prepaid-codes',
  )
  expect(pagination.total).toBe(2)
})

test('shows money moved despite a lost answer, and moves it again only after confirmation', async ({
  page,
  landlord,
}) => {
  const code = await landlord.issueCode()
  await landlord.signInAt(page)
  await page.goto(`/prepaid-codes/${code.id}`)
  const topUp = async () => {
    await page.getByRole('button', { name: 'Top Up' }).click()
    const dialog = page.getByRole('dialog', { name: 'Top up this code' })
    await dialog.getByRole('textbox', { name: 'Amount' }).fill(typed('5'))
    await dialog.getByRole('button', { name: 'Top Up' }).click()
  }
  await loseAnswers(page, /prepaid-codes\/[\w-]+\/top-up/, 3)
  await topUp()
  await expect(toast(page, 'We don’t know if this went through')).toBeVisible()
  const balance = page.getByRole('main').locator('dl')
  await expect(balance).toContainText(local('$15.00'))
  await page.reload()
  await topUp()
  const question = page.getByRole('dialog', { name: 'Your last attempt succeeded' })
  await expect(question).toContainText('Nothing was repeated.')
  await expect(toast(page, 'topped up')).toHaveCount(0)
  await question.getByRole('button', { name: 'Repeat', exact: true }).click()
  await expect(toast(page, 'topped up')).toBeVisible()
  await expect(balance).toContainText(local('$20.00'))
})

test('keeps a newly chosen device when the answer of a payment arrives late', async ({
  page,
  landlord,
  tenant,
}) => {
  const { fill } = await openPayment(page, landlord, tenant)
  const next = await landlord.addDevice()
  await fill()
  let arrive = () => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/payments\/prepaid/, async (route) => {
    const response = await route.fetch()
    await held
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: local('Pay $') }).click()
  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByRole('combobox', { name: 'Device' }).fill(next.device_number)
  await page.getByRole('option', { name: new RegExp(next.device_number) }).click()
  await expect(page).toHaveURL(new RegExp(next.id))
  arrive()
  await expect(toast(page, 'Payment successful!')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(next.id))
  await expect(page.getByRole('main').locator('dl')).toContainText(next.label)
})
