import type { Page } from '@playwright/test'
import { makeMachine } from './box.ts'
import { local } from './local.ts'
import { expect, test, toast } from './person.ts'
import { show } from './screens.ts'

const machine = (page: Page) => page.getByRole('region', { name: 'Your machine' })

/** Lets the server handle the call, but drops every answer. */
async function loseAnswers(page: Page, address: RegExp) {
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort()
  })
}

test('leads to the running machine when the answer of a code payment is lost', async ({
  page,
  landlord,
  tenant,
}) => {
  const { device, box } = await makeMachine(landlord)
  const { code } = await landlord.issueCode()
  await tenant.signInAt(page)
  await loseAnswers(page, /payments\/prepaid/)
  await show(page, `/payments?device=${device.id}`)
  await page.getByRole('textbox', { name: 'Prepaid Code' }).fill(code)
  await page.getByRole('button', { name: local('Pay $') }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'Your last payment succeeded' })
  await expect(notice.getByRole('link', { name: 'View transaction' })).toBeVisible()
  await notice.getByRole('link', { name: 'View machine' }).click()
  await expect(machine(page)).toContainText('Running')
  await expect(notice).toBeHidden()
  expect(box.starts).toHaveLength(1)
})

test('leads to the started machine when the answer of a card payment is lost', async ({
  page,
  landlord,
  tenant,
}) => {
  const { device, box } = await makeMachine(landlord)
  await tenant.signInAt(page)
  await loseAnswers(page, /payments\/card$/)
  await show(page, `/payments?device=${device.id}`)
  await page.getByRole('tab', { name: 'Credit Card' }).click()
  await page.getByLabel('Customer Name').fill('Carla Card')
  await page.getByLabel('Email').fill('carla@example.com')
  await page.getByRole('button', { name: local('Pay $') }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'We received your last payment' })
  await notice.getByRole('link', { name: 'View machine' }).click()
  await expect(machine(page)).toContainText('Running')
  expect(box.starts).toHaveLength(1)
})

test('shows a stop with a lost answer at the machine, not as a failure', async ({
  page,
  landlord,
  tenant,
}) => {
  const { device, box } = await makeMachine(landlord)
  const { id } = await tenant.pay(device, await landlord.issueCode())
  await tenant.signInAt(page)
  await page.goto(`/payments?cycle=${id}`)
  await expect(machine(page)).toContainText('Running')
  await loseAnswers(page, /cycles\/[\w-]+\/stop/)
  // The stop is pending until the controller reports that the machine is off.
  box.say = () => {}
  await machine(page).getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
  await expect(machine(page)).toContainText('Stopping …')
  // Checked without waiting: a toast would disappear on its own.
  expect(await toast(page, 'Failed to stop the machine').count()).toBe(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('polls a test start until its answer arrives, also over a lost connection', async ({
  page,
  landlord,
}) => {
  const { device, box } = await makeMachine(landlord)
  box.answers = null
  await landlord.signInAt(page)
  await page.goto(`/devices/${device.id}/controller`)
  const asked = /devices\/[\w-]+\/link\/tests\/[\w-]+$/
  const failed = page.waitForEvent('requestfailed', (request) => asked.test(request.url()))
  await page.route(asked, (route) => route.abort())
  await page.getByRole('button', { name: 'Test Start' }).click()
  await failed
  await expect.poll(() => box.starts.length).toBe(1)
  box.answer('accepted')
  await page.unroute(asked)
  await expect(toast(page, 'It started.')).toBeVisible()
})

test('shows a wait for a machine although its answer is lost', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  await landlord.pay(device, await landlord.issueCode())
  await tenant.signInAt(page)
  await show(page, `/rooms/${device.sticker_number}`)
  await loseAnswers(page, /\/waits/)
  await page.getByRole('button', { name: 'Notify me when available' }).click()
  await expect(toast(page, 'We don’t know if this went through.')).toBeVisible()
  await expect(page.getByText('We’ll notify you when one is available')).toBeVisible()
})
