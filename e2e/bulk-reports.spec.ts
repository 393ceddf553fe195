import { randomUUID } from 'node:crypto'
import type { Device } from '@coinless/contract/devices.ts'
import type { Page } from '@playwright/test'
import { local, typed } from './local.ts'
import { beginBulkChange } from './passed-time.ts'
import { expect, type Person, test } from './person.ts'
import { show } from './screens.ts'

async function planPrice(landlord: Person) {
  const washers: Device[] = []
  for (let n = 1; n <= 3; n++)
    washers.push(await landlord.addDevice({ device_number: `W-${n}`, label: `Washer ${n}` }))
  const chosen = { ids: [...washers.map(({ id }) => id), randomUUID()] }
  return landlord.call<{ id: string }>('POST', '/devices/bulk-changes', {
    ...{ chosen, set: { price: 3 } },
  })
}

const report = (page: Page) => page.getByRole('region', { name: /^Devices, / })

test('follows a bulk change made elsewhere in the list and keeps its report', async ({
  page,
  landlord,
}) => {
  const { id } = await planPrice(landlord)
  await beginBulkChange(id)
  await landlord.signInAt(page)
  await page.goto('/devices?show=mine')
  const alert = (title: string) => page.getByRole('alert').filter({ hasText: title })
  await expect(alert('Bulk change in progress')).toContainText('0 changed')
  await landlord.call('POST', `/bulk-changes/${id}/apply`)
  await expect(alert('Bulk change finished')).toContainText('3 changed')
  await expect(page.getByText(local('$3.00'))).toHaveCount(3)
  await page.getByRole('link', { name: 'Recent bulk changes' }).click()
  for (const load of [() => {}, () => page.reload()]) {
    await load()
    await expect(report(page)).toContainText(local('$2.50 → $3.00 (3)'))
    await expect(report(page)).toContainText('3 changed')
    await expect(report(page)).toContainText('No longer exists (1)')
  }
  await page.getByRole('link', { name: 'Back to Devices' }).click()
  await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
})

test('keeps the report of a bulk change when the page reloads before the answer', async ({
  page,
  landlord,
}) => {
  for (let n = 1; n <= 2; n++) await landlord.addDevice({ device_number: `W-${n}` })
  await landlord.signInAt(page)
  await page.goto('/devices?show=mine')
  await expect(page.getByRole('link', { name: 'Recent bulk changes' })).toHaveCount(0)
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Change…' }).click()
  await page.getByRole('dialog').getByLabel('Price').fill(typed('3'))
  await page.getByRole('button', { name: 'Preview' }).click()
  const done = Promise.withResolvers<void>()
  await page.route('**/api/bulk-changes/*/apply', async (route) => {
    await route.fetch()
    done.resolve()
  })
  await page.getByRole('button', { name: 'Change 2' }).click()
  await done.promise
  await page.reload()
  await page.getByRole('link', { name: 'Recent bulk changes' }).click()
  await expect(report(page)).toContainText('2 changed')
})

test('resumes a stopped bulk change from its report, and says when there are no reports', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await show(page, '/bulk-changes')
  await expect(page.getByRole('alert')).toContainText('No bulk changes in this time')
  const { id } = await planPrice(landlord)
  await beginBulkChange(id)
  await show(page, '/bulk-changes')
  await report(page).getByRole('button', { name: 'Continue' }).click()
  await expect(report(page)).toContainText('3 changed')
  await expect(report(page).getByRole('button')).toHaveCount(0)
})
