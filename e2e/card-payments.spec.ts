import { randomUUID } from 'node:crypto'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import type { Page } from '@playwright/test'
import { makeMachine } from './box.ts'
import { local } from './local.ts'
import { breakLoads, expect, type Person, test, toast } from './person.ts'
import { show } from './screens.ts'

async function payByCard(page: Page, landlord: Person) {
  const device = await landlord.addDevice()
  await fillIn(page, device.id)
}

async function fillIn(page: Page, deviceId: string) {
  await show(page, `/payments?device=${deviceId}`)
  await page.getByRole('tab', { name: 'Credit Card' }).click()
  await page.getByLabel('Customer Name').fill('Carla Card')
  await page.getByLabel('Email').fill('carla@example.com')
  await page.getByRole('button', { name: local('Pay $') }).click()
}

/** Pays as if the customer had another card of the sandbox. */
async function payWith(page: Page, payment_method_id: string) {
  await page.route('**/api/payments/card', (route) => {
    const body = { ...route.request().postDataJSON(), payment_method_id }
    return route.fallback({ postData: JSON.stringify(body) })
  })
}

test('waits for a slow card payment, even after a reload', async ({ page, landlord, tenant }) => {
  await tenant.signInAt(page)
  await payWith(page, sandboxPaymentMethods.delayed)
  const waiting = Promise.withResolvers<void>()
  await page.route(/payments\/card\/[0-9a-f]/, async (route) => {
    await waiting.promise
    await route.fallback()
  })
  await payByCard(page, landlord)
  await expect(page.getByText('Your card payment is being processed.')).toBeVisible()
  await expect(page).toHaveURL(/[?]card=/)
  waiting.resolve()
  await page.reload()
  await expect(page.getByText('Your card payment was completed.')).toBeVisible()
  await page.getByRole('link', { name: 'View transaction' }).click()
  await expect(page.getByRole('main').locator('dl')).toContainText('Carla Card')
  await page.goBack()
  await page.getByRole('button', { name: 'Pay for something else' }).click()
  await expect(page.getByRole('combobox', { name: 'Device' })).toBeVisible()
})

test('reports a declined card and keeps the customer’s name', async ({
  page,
  landlord,
  tenant,
}) => {
  await tenant.signInAt(page)
  await payWith(page, sandboxPaymentMethods.declined)
  await payByCard(page, landlord)
  await expect(toast(page, 'The card was declined. Nothing was charged.')).toBeVisible()
  await expect(page.getByLabel('Customer Name')).toHaveValue('Carla Card')
})

test('offers a retry when the card form or the state of a payment fails to load', async ({
  page,
  landlord,
  tenant,
}) => {
  await tenant.signInAt(page)
  await breakLoads(page, /card\/settings/)
  await page.goto('/payments')
  await page.getByRole('tab', { name: 'Credit Card' }).click()
  await expect(page.getByText('Failed to load the card form')).toBeVisible()
  await page.unroute(/card\/settings/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Customer Name')).toBeVisible()
  await breakLoads(page, /payments\/card\/[0-9a-f]/)
  await payWith(page, sandboxPaymentMethods.delayed)
  await payByCard(page, landlord)
  await expect(page.getByText('Failed to check your card payment')).toBeVisible()
  await page.unroute(/payments\/card\/[0-9a-f]/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Your card payment was completed.')).toBeVisible()
})

test('holds a card at a machine, starts the machine, then charges the card', async ({
  page,
  landlord,
  tenant,
}) => {
  await tenant.signInAt(page)
  const { device } = await makeMachine(landlord)
  await fillIn(page, device.id)
  const machine = page.getByRole('region', { name: 'Your machine' })
  await expect(machine).toContainText('Running')
  await machine.getByRole('link', { name: 'View transaction' }).click()
  await expect(page.getByRole('main').locator('dl')).toContainText('Carla Card')
})

test('does not charge a card when the machine does not start', async ({
  page,
  landlord,
  tenant,
}) => {
  await tenant.signInAt(page)
  const { device, box } = await makeMachine(landlord)
  box.answers = 'door'
  await fillIn(page, device.id)
  const machine = page.getByRole('region', { name: 'Your machine' })
  await expect(machine).toContainText('The machine did not start.')
  await expect(machine).toContainText('The card was not charged.')
  await expect(machine).toContainText('The machine’s door was open.')
})

test('explains why nothing was charged when another payment started the machine first', async ({
  page,
  landlord,
  tenant,
}) => {
  await tenant.signInAt(page)
  await payWith(page, sandboxPaymentMethods.delayed)
  const changes = { status: 'failed', cycle_id: null, refusal: 'device_in_use' }
  await page.route(/payments\/card\/[0-9a-f]/, async (route) => {
    const answer = await (await route.fetch()).json()
    await route.fulfill({
      json: { transaction: null, payment: { ...answer.payment, ...changes } },
    })
  })
  await payByCard(page, landlord)
  await expect(page.getByText('Someone else has started this machine.')).toBeVisible()
})

test('refuses a link to another user’s card payment and leads to the form', async ({
  page,
  tenant,
}) => {
  await tenant.signInAt(page)
  await page.goto(`/payments?card=${randomUUID()}`)
  await expect(page.getByText('This transaction does not exist.')).toBeVisible()
  await page.getByRole('button', { name: 'Pay for something else' }).press('Enter')
  await expect(page.getByRole('combobox', { name: 'Device' })).toBeVisible()
})

test('puts name and email side by side where they fit, and full width on the smallest phone', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  await tenant.signInAt(page)
  await show(page, `/payments?device=${device.id}`)
  await page.getByRole('tab', { name: 'Credit Card' }).click()
  const startOf = async (name: string) => (await page.getByLabel(name).boundingBox())?.x ?? 0
  const isBeside = async () => (await startOf('Email')) > (await startOf('Customer Name'))
  for (const [width, beside] of [
    [320, false],
    [390, true],
    [1280, true],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(isBeside, String(width)).toBe(beside)
  }
})
