import type { Page } from '@playwright/test'
import { Box, makeMachine } from './box.ts'
import { local } from './local.ts'
import { expect, test } from './person.ts'

/** Does what a browser does when its tab is hidden or shown. */
function setHidden(page: Page, hidden: boolean) {
  return page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
}

test('updates a machine’s state on every screen over one connection per tab', async ({
  page,
  context,
  landlord,
  tenant,
}) => {
  const { device, box } = await makeMachine(landlord)
  const code = await landlord.issueCode()
  await landlord.signInAt(page)
  const list = await context.newPage()
  const paying = await context.newPage()
  const screens = [page, list, paying]
  const followed: string[] = []
  list.on('request', (request) => {
    if (request.url().includes('/cycle-events')) followed.push(request.url())
  })
  await page.goto(`/devices/${device.id}`)
  await list.goto(`/devices?search=${device.device_number}`)
  await paying.goto(`/payments?device=${device.id}`)
  const all = async (text: string | RegExp) => {
    for (const screen of screens) await expect(screen.getByRole('main')).toContainText(text)
  }
  await all('Available')
  box.answers = null
  await tenant.pay(device, code)
  await all('Starting …')
  box.answer('accepted')
  await all('Running, 30 min')
  await expect(page.getByText('By timer')).toBeHidden()
  await box.disconnect()
  for (const screen of [page, paying]) {
    await expect(screen.getByRole('main')).toContainText(
      /Running, 30 min left\s*By timer: no answer since \d+:\d\d/,
    )
  }
  await expect(list.getByRole('main')).toContainText('Running, 30 min · by timer')
  expect(followed).toHaveLength(1)
})

test('never shows a machine as available while its controller is offline', async ({
  page,
  landlord,
}) => {
  const { device, controller, box } = await makeMachine(landlord)
  await landlord.signInAt(page)
  await page.goto(`/devices/${device.id}`)
  const main = page.getByRole('main')
  await expect(main.getByText('Available')).toBeVisible()
  await box.disconnect()
  await expect(main.getByText(local(/^No answer since \d+:\d\d.[AP]M$/)).first()).toBeVisible()
  await expect(main.getByText('Available')).toBeHidden()
  const again = await Box.connect(controller)
  await expect(main.getByText('Available')).toBeVisible()
  await again.disconnect()
})

test('updates the controller list, a controller’s page and its machine’s page live', async ({
  page,
  context,
  landlord,
}) => {
  const device = await landlord.addDevice()
  const controller = await landlord.addController()
  await landlord.link(device, controller)
  await landlord.signInAt(page)
  const ofDevice = await context.newPage()
  const list = await context.newPage()
  const follows = page.waitForResponse(`**/cycle-events?controller=${controller.id}`)
  await page.goto(`/controllers/${controller.id}`)
  await follows
  await ofDevice.goto(`/devices/${device.id}/controller`)
  await list.goto('/controllers')
  const row = list.getByRole('row').filter({ hasText: controller.name })
  await expect(row).toContainText('Never connected')
  const card = ofDevice.getByRole('region', { name: 'Link' })
  await expect(page.getByRole('main')).toContainText('Never connected')
  await expect(card).toContainText('Never connected')
  const box = await Box.connect(controller)
  await expect(page.getByRole('main')).toContainText('Connected since')
  await expect(card).toContainText('Connected since')
  await expect(row).toContainText('Connected since')
  await landlord.call('PUT', `/controllers/${controller.id}`, { name: 'Attic' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Attic')
  await expect(card).toContainText('Attic')
  await box.disconnect()
  await expect(page.getByRole('main')).toContainText('No answer since')
  await expect(card).toContainText('No answer since')
  await expect(list.getByRole('row', { name: 'Attic' })).toContainText('No answer since')
  const events = page.getByRole('region', { name: 'Recent activity' })
  await expect(events).toContainText('Disconnected.')
  await landlord.call('DELETE', `/controllers/${controller.id}/credential`)
  await expect(page.getByRole('main')).toContainText('Revoked: cannot connect')
})

test('shows changes even where event streams are blocked', async ({ page, landlord, tenant }) => {
  const device = await landlord.addDevice()
  const code = await landlord.issueCode()
  await landlord.signInAt(page)
  await page.route('**/api/cycle-events*', (route) => route.abort())
  await page.goto(`/devices/${device.id}`)
  await expect(page.getByRole('main').getByText('Available')).toBeVisible()
  await tenant.pay(device, code)
  await expect(page.getByRole('main')).toContainText('Running, 30 min left · by timer')
})

test('closes the stream of a hidden tab and updates the tab when it is shown', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  const code = await landlord.issueCode()
  await landlord.signInAt(page)
  const opened = page.waitForResponse(/cycle-events/)
  await page.goto(`/devices/${device.id}`)
  await opened
  const closed = page.waitForEvent('requestfailed', (request) => /cycle-events/.test(request.url()))
  await setHidden(page, true)
  await closed
  await tenant.pay(device, code)
  await setHidden(page, false)
  await expect(page.getByRole('main')).toContainText('Running, 30 min left')
})

test('asks a user whose session ends while following a machine to sign in again', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  const code = await landlord.issueCode()
  await landlord.signInAt(page)
  const opened = page.waitForResponse(/cycle-events/)
  await page.goto(`/devices/${device.id}`)
  await opened
  await landlord.call('POST', '/auth-logout')
  await tenant.pay(device, code)
  await expect(page).toHaveURL(/\/auth\?next=/)
})

test('closes a stream of invalid data before it opens the next', async ({ page, landlord }) => {
  const { id } = await landlord.addDevice()
  await landlord.signInAt(page)
  await page.addInitScript(() => {
    const [streams, ask] = [{ opened: 0, open: 0 }, window.fetch]
    Object.assign(window, { streams })
    window.fetch = async (address, request) => {
      if (!String(address).includes('cycle-events')) return ask(address, request)
      streams.opened++
      streams.open++
      request?.signal?.addEventListener('abort', () => streams.open--)
      const start = (stream: ReadableStreamDefaultController) =>
        stream.enqueue(new TextEncoder().encode('data: {"devices"\n\n'))
      const headers = { 'content-type': 'text/event-stream' }
      return new Response(new ReadableStream({ start }), { headers })
    }
  })
  await page.goto(`/devices/${id}`)
  const streams = () =>
    page.evaluate(() => (window as never as { streams: Record<string, number> }).streams)
  await expect.poll(async () => (await streams()).opened).toBeGreaterThan(2)
  expect((await streams()).open).toBeLessThan(2)
})
