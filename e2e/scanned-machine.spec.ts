import { randomUUID } from 'node:crypto'
import type { Device } from '@coinless/contract/devices.ts'
import { groupedStickerNumber } from '@coinless/contract/sticker-numbers.ts'
import type { Locator, Page } from '@playwright/test'
import { makeMachine } from './box.ts'
import { local } from './local.ts'
import { passMinutes } from './passed-time.ts'
import { expect, type Person, password, test } from './person.ts'
import { show } from './screens.ts'

test.use({ viewport: { width: 390, height: 800 } })

const beside = (page: Page) => page.getByRole('region', { name: 'Available here now' })

async function expectAbove(above: Locator, below: Locator) {
  await expect(above).toBeVisible()
  await expect(below).toBeVisible()
  const upper = await above.boundingBox()
  const lower = await below.boundingBox()
  expect((upper?.y ?? 0) + (upper?.height ?? 0)).toBeLessThanOrEqual(lower?.y ?? 0)
}

/** A room with a machine that runs, one that is available and one that is closed. */
async function makeRoom(landlord: Person) {
  const place: Partial<Device> = { location: `Basement ${randomUUID().slice(0, 8)}` }
  const free = await landlord.addDevice({ ...place, label: 'Free washer' })
  const closed = await landlord.addDevice({ ...place, label: 'Closed washer', status: 'inactive' })
  const { device: busy } = await makeMachine(landlord, {}, { ...place, label: 'Busy washer' })
  const { id: cycle } = await landlord.pay(busy, await landlord.issueCode())
  const state = async () =>
    (await landlord.call<{ state: string }>('GET', `/cycles/${cycle}`)).state
  await expect.poll(state).toBe('running')
  return { place, free, closed, busy, cycle }
}

test('shows a visitor the machine above the choice of how to go on', async ({ page, landlord }) => {
  const { place, free, closed, busy } = await makeRoom(landlord)
  await show(page, `/m/${free.sticker_number}`)
  const machine = page.getByRole('region', { name: 'Free washer' })
  await expect(machine).toContainText(`${free.device_number} · ${place.location}`)
  await expect(machine).toContainText(local('$2.50 · 30 minutes'))
  await expect(machine).toContainText('Available')
  // The only main button is the one for guests.
  const login = page.getByRole('button', { name: 'Login', exact: true })
  await expect(login).toHaveAttribute('data-variant', 'light')
  await expectAbove(machine, page.getByRole('button', { name: 'Continue as guest' }))
  await expect(beside(page)).toHaveCount(0)

  await show(page, `/m/${closed.sticker_number}`)
  await expect(page.getByRole('region', { name: 'Closed washer' })).toContainText('Closed')
  await expect(beside(page)).toContainText('Free washer')

  await show(page, `/m/${busy.sticker_number}`)
  await expect(page.getByRole('region', { name: 'Busy washer' })).toContainText(
    local(/In use until .*\d+:\d\d\s[AP]M/),
  )
  const wait = page.getByText('get notified when one is available')
  await expectAbove(wait, beside(page))
  await beside(page).getByRole('link', { name: 'Free washer' }).click()
  await expect(machine).toContainText('Available')
})

test('tells a visitor that no machine has the number, or can have it', async ({ page }) => {
  await show(page, '/m/000000000')
  await expect(page.getByRole('alert')).toContainText('That isn’t a valid sticker number')
  await show(page, '/m/100000006')
  await expect(page.getByRole('alert')).toContainText('No machine')
})

test('offers a notification and other machines instead of Pay while a machine is in use', async ({
  page,
  landlord,
  tenant,
}) => {
  const { free, busy, cycle } = await makeRoom(landlord)
  await tenant.signInAt(page)
  await show(page, `/m/${busy.sticker_number}`)
  const shown = page.getByRole('region', { name: 'Busy washer' })
  await expect(shown).toContainText(local(/In use until .*\d+:\d\d\s[AP]M/))
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
  await shown.getByRole('button', { name: 'Notify me when available' }).click()
  await expect(shown).toContainText('We’ll notify you')
  await expect(beside(page).getByRole('link')).toHaveAttribute(
    'href',
    `/payments?sticker=${free.sticker_number}`,
  )
  await passMinutes(cycle, 31)
  await expect(page.getByRole('button', { name: local('Pay $2.50') })).toBeVisible()
})

test('keeps the payment on the screen when its own machine is known to run before its answer', async ({
  page,
  landlord,
  tenant,
}) => {
  await tenant.verify()
  const { device } = await makeMachine(landlord)
  await landlord.issueCode({ customer_email: tenant.email })
  const paid = Promise.withResolvers<void>()
  const seen = Promise.withResolvers<void>()
  await page.route(/device-states|cycle-events/, async (route) => {
    await paid.promise
    await route.continue()
  })
  await page.route(/api\/payments\/prepaid\/./, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const response = await route.fetch()
    paid.resolve()
    await seen.promise
    await route.fulfill({ response })
  })
  await tenant.signInAt(page)
  await page.goto(`/m/${device.sticker_number}`)
  await expect(page.getByRole('radio', { name: local('$10.00 left') })).toBeChecked()
  await page.getByRole('button', { name: local('Pay $2.50') }).click()
  await expect(page.getByText(/^Running, \d+ min left/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible()
  await expect(page.getByText('Notify me when available')).toHaveCount(0)
  seen.resolve()
  await expect(page.getByRole('region', { name: 'Your machine' })).toContainText('Running')
})

test('offers no Pay at a machine in use that is chosen during a payment at another', async ({
  page,
  landlord,
  tenant,
}) => {
  const { free, busy } = await makeRoom(landlord)
  const { code } = await landlord.issueCode()
  const answered = Promise.withResolvers<void>()
  await page.route(/api\/payments\/prepaid/, async (route) => {
    await answered.promise
    await route.continue()
  })
  await tenant.signInAt(page)
  await show(page, `/m/${free.sticker_number}`)
  await page.getByRole('textbox', { name: 'Prepaid Code' }).fill(code)
  await page.getByRole('button', { name: local('Pay $2.50') }).click()
  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByLabel('Sticker Number').fill(busy.sticker_number)
  await page.getByLabel('Sticker Number').press('Enter')
  await expect(page.getByRole('button', { name: 'Notify me when available' })).toBeVisible()
  answered.resolve()
  await expect(page.getByText('Payment successful!')).toBeVisible()
})

test('keeps a code that was typed before the machine was known to be in use', async ({
  page,
  landlord,
  tenant,
}) => {
  const { device: busy } = await makeMachine(landlord)
  const { id: cycle } = await landlord.pay(busy, await landlord.issueCode())
  const { code } = await landlord.issueCode()
  const typed = Promise.withResolvers<void>()
  await page.route(/device-states/, async (route) => {
    await typed.promise
    await route.continue()
  })
  await tenant.signInAt(page)
  await show(page, `/m/${busy.sticker_number}`)
  await page.getByRole('textbox', { name: 'Prepaid Code' }).fill(code)
  typed.resolve()
  await expect(page.getByRole('button', { name: 'Notify me when available' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Prepaid Code' })).toBeHidden()
  await passMinutes(cycle, 31)
  await page.getByRole('button', { name: local('Pay $2.50') }).click()
  await expect(page.getByText('Payment successful!')).toBeVisible()
})

test('says of a closed machine that it is out of service and shows the others', async ({
  page,
  landlord,
  tenant,
}) => {
  const { closed } = await makeRoom(landlord)
  await tenant.signInAt(page)
  await show(page, `/m/${closed.sticker_number}`)
  const notice = page.getByRole('alert').filter({ hasText: 'Closed washer is out of service.' })
  await expect(notice).toBeVisible()
  await expect(page.getByLabel('Sticker Number')).toHaveValue(
    groupedStickerNumber(closed.sticker_number),
  )
  await beside(page).getByRole('link', { name: 'Free washer' }).click()
  await expect(page.getByRole('button', { name: local('Pay $2.50') })).toBeVisible()
})

test('draws no focus ring around the page after signing in by keyboard', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  await show(page, `/m/${device.sticker_number}`)
  await page.getByRole('textbox', { name: 'Email' }).fill(tenant.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.keyboard.press('Enter')
  const main = page.getByRole('main')
  await expect(main).toBeFocused()
  await expect(page.getByRole('button', { name: local('Pay $2.50') })).toBeVisible()
  await expect(main).toHaveCSS('outline-style', 'none')
})
