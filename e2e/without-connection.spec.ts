import type { Locator, Page } from '@playwright/test'
import { local } from './local.ts'
import { expect, type Person, test, toast, withoutEvents } from './person.ts'

/** Actions from a sticker to a running machine and after it. lost-answers.spec.ts covers payments. */
const way: {
  what: string
  address: (made: Made) => string
  /** Fills in what the button needs. */
  fill?: (page: Page) => Promise<void>
  button: (page: Page) => Locator
  failed: string
}[] = [
  {
    what: 'waiting at a room',
    address: ({ sticker }) => `/rooms/${sticker}`,
    button: (page) => page.getByRole('button', { name: 'Notify me when available' }),
    failed: 'Failed to change the notification',
  },
  {
    what: 'a report',
    address: ({ device }) => `/reports/new?device=${device}`,
    fill: (page) => page.getByText('It is damaged').click(),
    button: (page) => page.getByRole('button', { name: 'Send' }),
    failed: 'Failed to send the report',
  },
  {
    what: 'a top-up',
    address: ({ code }) => `/prepaid-codes/${code}/top-up`,
    button: (page) => page.getByRole('button', { name: local('Pay $5.00') }),
    failed: 'Top-up failed',
  },
]

interface Made {
  sticker: string
  device: string
  code: string
}

async function make(landlord: Person, tenant: Person): Promise<Made> {
  await landlord.verify()
  await tenant.verify()
  await landlord.allowTopUps()
  const device = await landlord.addDevice({ location: `Attic of ${tenant.fullName}` })
  const paying = await landlord.issueCode()
  await landlord.pay(device, paying)
  const code = await landlord.issueCode({ customer_email: tenant.email })
  return { sticker: device.sticker_number, device: device.id, code: code.id }
}

/** The calls sent that would change data. */
function changesOf(page: Page) {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/')) sent.push(request.url())
  })
  return sent
}

test('reports each action without a connection at once, and does not send it later', async ({
  page,
  context,
  landlord,
  tenant,
}) => {
  await withoutEvents(page)
  const made = await make(landlord, tenant)
  await tenant.signInAt(page)
  for (const { what, address, fill, button, failed } of way) {
    await test.step(what, async () => {
      await page.goto(address(made))
      await fill?.(page)
      // A slow page is idle before it asks for its data, too.
      await expect(button(page)).toBeEnabled()
      await page.waitForLoadState('networkidle')
      const sent = changesOf(page)
      await context.setOffline(true)
      await button(page).click()
      await expect(toast(page, failed)).toContainText('No connection. Nothing was changed.')
      await context.setOffline(false)
      await page.waitForLoadState('networkidle')
      expect(sent).toEqual([])
    })
  }
  expect(await tenant.call('GET', `/rooms/${made.sticker}/waits`)).toEqual({ data: [] })
  for (const list of ['/reports', '/top-ups']) {
    expect(await tenant.call('GET', list)).toMatchObject({ data: [] })
  }
})

test('reports a missing connection to a new guest, and creates no guest later', async ({
  page,
  context,
  landlord,
}) => {
  const device = await landlord.addDevice()
  await page.goto(`/m/${device.sticker_number}`)
  const button = page.getByRole('button', { name: 'Continue as guest' })
  await expect(button).toBeVisible()
  await page.waitForLoadState('networkidle')
  const sent = changesOf(page)
  await context.setOffline(true)
  await button.click()
  await expect(page.getByText('No connection. Nothing was changed.')).toBeVisible()
  await context.setOffline(false)
  await expect(button).toBeEnabled()
  await page.waitForLoadState('networkidle')
  expect(sent).toEqual([])
})

test('says that nothing was changed when a change could not load what it needs', async ({
  page,
  context,
  landlord,
  tenant,
}) => {
  await withoutEvents(page)
  await tenant.report(await landlord.addDevice())
  const { data } = await landlord.call<{ data: { id: string }[] }>('GET', '/report-cases')
  await landlord.signInAt(page)
  await page.goto(`/report-cases/${data[0]?.id}`)
  const button = page.getByRole('button', { name: 'Take Out of Service' })
  await expect(button).toBeEnabled()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await button.click()
  const said = toast(page, 'Failed to update device')
  await expect(said).toContainText('No connection. Nothing was changed.')
})
