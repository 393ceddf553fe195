import type { Page } from '@playwright/test'
import { makeMachine } from './box.ts'
import { expect, test, toast } from './person.ts'
import { show } from './screens.ts'

const machine = (page: Page) => page.getByRole('region', { name: 'Your machine' })

/** The server does what it is asked, but no answer arrives. */
async function loseAnswers(page: Page, address: RegExp) {
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort()
  })
}

test('a code payment whose answer is lost leads to the machine that runs for it', async ({
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
  await page.getByRole('button', { name: 'Pay $' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'Your last payment was taken' })
  await expect(notice.getByRole('link', { name: 'View transaction' })).toBeVisible()
  await notice.getByRole('link', { name: 'See the machine' }).click()
  await expect(machine(page)).toContainText('Running')
  await expect(notice).toBeHidden()
  expect(box.starts).toHaveLength(1)
})

test('a card payment whose answer is lost leads to the machine that it has started', async ({
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
  await page.getByRole('button', { name: 'Pay $' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'Your last payment arrived' })
  await notice.getByRole('link', { name: 'See the machine' }).click()
  await expect(machine(page)).toContainText('Running')
  expect(box.starts).toHaveLength(1)
})

test('a stop whose answer is lost is seen at the machine, and not called a failure', async ({
  page,
  landlord,
  tenant,
}) => {
  const { device, box } = await makeMachine(landlord)
  const { id } = await tenant.pay(device, await landlord.issueCode())
  await tenant.signInAt(page)
  await page.goto(`/payments?cycle=${id}`)
  await expect(machine(page)).toContainText('Running')
  await loseAnswers(page, /cycles-stop/)
  // It is on its way as long as the box does not say that it is off.
  box.say = () => {}
  await machine(page).getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
  await expect(machine(page)).toContainText('Stopping …')
  // At this moment: it would go by itself.
  expect(await toast(page, 'Failed to stop the machine').count()).toBe(0)
})

test('a test start is asked about until its answer is there, also over a lost connection', async ({
  page,
  landlord,
}) => {
  const { device, box } = await makeMachine(landlord)
  box.answers = null
  await landlord.signInAt(page)
  await page.goto(`/devices/${device.id}`)
  const asked = /devices-link-test\/[\w-]+\/[\w-]+$/
  const failed = page.waitForEvent('requestfailed', (request) => asked.test(request.url()))
  await page.route(asked, (route) => route.abort())
  await page.getByRole('button', { name: 'Test Start' }).click()
  await failed
  await expect.poll(() => box.starts.length).toBe(1)
  box.answer('accepted')
  await page.unroute(asked)
  await expect(toast(page, 'It started.')).toBeVisible()
})
