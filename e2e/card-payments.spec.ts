import { randomUUID } from 'node:crypto'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import type { Page } from '@playwright/test'
import { makeMachine } from './box.ts'
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
  await page.getByRole('button', { name: 'Pay $' }).click()
}

/** As if the customer had another card of the sandbox. */
async function payWith(page: Page, payment_method_id: string) {
  await page.route('**/api/payments/card', (route) => {
    const body = { ...route.request().postDataJSON(), payment_method_id }
    return route.fallback({ postData: JSON.stringify(body) })
  })
}

test('a payment that takes its time is waited for, also over a reload', async ({
  page,
  landlord,
  tenant,
}) => {
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

test('a declined card says so, and keeps who wanted to pay', async ({ page, landlord, tenant }) => {
  await tenant.signInAt(page)
  await payWith(page, sandboxPaymentMethods.declined)
  await payByCard(page, landlord)
  await expect(toast(page, 'The card was declined. Nothing was charged.')).toBeVisible()
  await expect(page.getByLabel('Customer Name')).toHaveValue('Carla Card')
})

test('a card form, or the state of a payment, that cannot be loaded is asked for again', async ({
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
  await expect(page.getByText('Failed to ask how your card payment stands')).toBeVisible()
  await page.unroute(/payments\/card\/[0-9a-f]/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Your card payment was completed.')).toBeVisible()
})

test('a card at a machine is held, starts it, and is charged then', async ({
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

test('a card at a machine that does not start is not charged', async ({
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
  await expect(machine).toContainText('The door of the machine was open.')
})

test('a card that another payment at the machine has outrun says why nothing was charged', async ({
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
  await expect(page.getByText('Somebody else has started this machine.')).toBeVisible()
})

test('a link to the card payment of somebody else says so, and leads on to the form', async ({
  page,
  tenant,
}) => {
  await tenant.signInAt(page)
  await page.goto(`/payments?card=${randomUUID()}`)
  await expect(page.getByText('This transaction does not exist.')).toBeVisible()
  await page.getByRole('button', { name: 'Pay for something else' }).press('Enter')
  await expect(page.getByRole('combobox', { name: 'Device' })).toBeVisible()
})

test('on the smallest phone a name and an address are as wide as the form, and beside each other where there is room', async ({
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
