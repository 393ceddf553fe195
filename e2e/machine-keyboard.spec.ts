import type { Page } from '@playwright/test'
import { makeMachine } from './box.ts'
import { passMinutes } from './passed-time.ts'
import { expect, test, toast } from './person.ts'
import { show } from './screens.ts'

const machine = (page: Page) => page.getByRole('region', { name: 'Your machine' })

test('keeps the focus on the machine when stopped, and on the page when left', async ({
  page,
  landlord,
  tenant,
}) => {
  const { device } = await makeMachine(landlord)
  const { id } = await tenant.pay(device, await landlord.issueCode())
  await tenant.signInAt(page)
  await page.goto(`/payments?cycle=${id}`)
  await expect(machine(page)).toContainText('Running')
  await passMinutes(id, 1)
  const stop = machine(page).getByRole('button', { name: 'Stop' })
  await stop.press('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(stop).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(machine(page)).toBeFocused()
  await expect(machine(page)).toContainText('Stopped. No refund.')
  await machine(page).getByRole('button', { name: 'Pay Again' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('keeps the focus in place after a test start, and on the page after an inspection', async ({
  page,
  landlord,
  tenant,
}) => {
  const { device, box } = await makeMachine(landlord)
  const code = await landlord.issueCode()
  const state = async () => {
    const path = `/device-states?ids=${device.id}`
    const { data } = await landlord.call<{ data: { state: string }[] }>('GET', path)
    return data[0]?.state
  }
  box.answers = 'fault'
  for (const then of ['free', 'out_of_order']) {
    await tenant.pay(device, code)
    await expect.poll(state).toBe(then)
  }
  await landlord.signInAt(page)
  await page.goto(`/devices/${device.id}/controller`)
  const test = page.getByRole('button', { name: 'Test Start' })
  await test.press('Enter')
  await expect(toast(page, 'the controller reports a fault')).toBeVisible()
  await expect(test).toBeFocused()
  await page.getByRole('button', { name: 'Mark as Checked' }).press('Enter')
  await expect(toast(page, 'Back in service')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

test('leads the keyboard to the credential after a controller is added', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await page.goto('/controllers/new')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Basement')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Shown only once.')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Back to Controllers' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Copy: Credential' })).toBeFocused()
})

test('returns the focus to the page when a new credential is closed', async ({
  page,
  landlord,
}) => {
  const { id } = await landlord.addController()
  await landlord.call('DELETE', `/controllers/${id}/credential`)
  await landlord.signInAt(page)
  await page.goto(`/controllers/${id}`)
  const replace = page.getByRole('button', { name: 'Replace Credential' })
  await replace.press('Enter')
  const shown = page.getByRole('dialog').filter({ has: page.locator('pre') })
  await expect(shown.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(shown).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
})

test('does not take the focus for a machine that appears late', async ({
  page,
  landlord,
  tenant,
}) => {
  const { device } = await makeMachine(landlord)
  const { code } = await landlord.issueCode()
  await tenant.signInAt(page)
  const shown = Promise.withResolvers<void>()
  await page.route(/\/api\/cycles\/[\w-]{36}/, async (route) => {
    await shown.promise
    await route.fallback()
  })
  await show(page, `/payments?device=${device.id}`)
  await page.getByRole('textbox', { name: 'Prepaid Code' }).fill(code)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Payment successful!')).toBeVisible()
  const account = page.getByRole('button', { name: /^Account of/ })
  await account.focus()
  shown.resolve()
  await expect(machine(page)).toContainText('Running')
  await expect(account).toBeFocused()
})

test('keeps the focus on the page when a dialog is removed with what it is about', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  const code = await landlord.issueCode()
  await tenant.pay(device, code)
  await tenant.report(device)
  const { data } = await landlord.call<{ data: { id: string }[] }>('GET', '/report-cases')
  await landlord.signInAt(page)
  await show(page, `/report-cases/${data[0]?.id}`)
  await page.getByRole('button', { name: 'Add Goodwill Credit' }).click()
  await landlord.call('DELETE', `/prepaid-codes/${code.id}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add Goodwill Credit' }).click()
  await expect(page.getByText('This prepaid code does not exist.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})
