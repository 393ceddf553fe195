import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { makeMachine } from './box.ts'
import { local } from './local.ts'
import { passMinutes } from './passed-time.ts'
import { expect, test, toast } from './person.ts'
import { navigateWithin, translated } from './translation.ts'

for (const keepsNode of [false, true]) {
  const way = keepsNode ? 'moves' : 'replaces'
  const machine = (page: Page) => page.getByRole('region', { name: 'Your machine' })

  test(`shows each state and amount of a payment while the browser ${way} its texts`, async ({
    page,
    landlord,
    tenant,
  }) => {
    const length = { duration_minutes: 30, minimum_duration_minutes: 1 }
    const { device, box } = await makeMachine(landlord, { gives_back_unused: true }, length)
    box.answers = null
    const code = await landlord.issueCode()
    await tenant.signInAt(page)
    const errors = await translated(page, keepsNode)
    await page.goto(`/payments?device=${device.id}`)
    await page.getByRole('textbox', { name: 'Prepaid Code' }).fill(code.code)
    await page.getByRole('button', { name: local('Pay $2.50') }).click()
    await expect(toast(page, local('Remaining balance: $7.50'))).toBeVisible()
    await expect(machine(page)).toContainText('‹Starting …›')
    await expect.poll(() => box.starts.length).toBe(1)
    box.answer('accepted')
    await expect(machine(page)).toContainText('‹Running›')
    await expect(machine(page)).not.toContainText('Starting')
    await expect(machine(page)).toContainText(/30‹?minutes left/)
    await passMinutes(new URL(page.url()).searchParams.get('cycle') ?? '', 18)
    await page.reload()
    await expect(machine(page)).toContainText(/12‹?minutes left/)
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await expect(page.getByRole('region', { name: 'Your cycles' })).toContainText('12')
    expect(errors).toEqual([])
  })

  test(`keeps lists, filters, switches, forms and dialogs working when the browser ${way} texts`, async ({
    page,
    landlord,
  }) => {
    const [first, second] = [await landlord.issueCode(), await landlord.issueCode({ balance: 20 })]
    const location = `Room ${randomUUID()}`
    const washer = await landlord.addDevice({ label: 'First washer', location })
    await landlord.addDevice({ label: 'Second washer', location })
    await landlord.signInAt(page)
    const errors = await translated(page, keepsNode)
    await page.goto('/prepaid-codes')
    const rows = page.getByRole('row').filter({ hasText: 'TEST-CODE-' })
    await expect(rows).toHaveCount(2)
    await page.getByLabel('Search by code').fill(second.code)
    await expect(rows).toHaveCount(1)
    await expect(rows.getByRole('cell').nth(3)).toHaveText(local('$20.00'))
    await page.getByLabel('Search by code').fill('')
    await expect(rows).toHaveCount(2)
    const row = rows.filter({ hasText: first.code })
    await row.getByRole('switch').click({ force: true })
    await expect(row).toContainText('‹Disabled›')
    await expect(row).not.toContainText('Active')
    await page.getByLabel('Filter by status').selectOption({ index: 2 })
    await expect(page.getByText('Showing 1 to 1 of 1 code')).toBeVisible()
    await rows.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('‹')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('‹No prepaid codes found›')).toBeVisible()

    await navigateWithin(page, '/devices')
    const search = page.getByLabel('Search by number')
    await search.fill(washer.device_number)
    await expect(page.getByText('Showing 1 to 1 of 1 device')).toBeVisible()
    await search.fill(location)
    await expect(page.getByText('Showing 1 to 2 of 2 devices')).toBeVisible()
    await navigateWithin(page, `/devices/${washer.id}/edit`)
    await page.getByLabel('Label').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByLabel('Label').fill('Renamed washer')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('‹Renamed washer›').first()).toBeVisible()
    expect(errors).toEqual([])
  })
}
