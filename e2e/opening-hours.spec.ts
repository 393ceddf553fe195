import { randomUUID } from 'node:crypto'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, register, test, toast } from './person.ts'
import { show } from './screens.ts'

// id: e2e-opening-hours-1
test('a landlord sets when a room is open, which tenants see there', async ({
  page,
  landlord,
  request,
}) => {
  const device = await landlord.addDevice({ location: `Cellar ${randomUUID().slice(0, 8)}` })
  const room = `/rooms/${device.sticker_number}`
  await landlord.signInAt(page)
  await show(page, room)
  await page.getByRole('link', { name: 'Opening hours' }).click()
  await page.getByRole('switch', { name: 'Always open' }).click()
  await page.setViewportSize({ width: 320, height: 640 })
  const monday = page.getByRole('group', { name: 'Monday' })
  await monday.getByLabel('Closes').fill('')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(monday.getByLabel('Closes')).toBeFocused()
  await monday.getByLabel('Opens').fill('08:00')
  await monday.getByLabel('Closes').fill('20:00')
  const everyDay = page.getByRole('button', { name: 'Use the hours of Monday every day' })
  await everyDay.click()
  await expect(everyDay).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'Sunday' }).getByLabel('Opens')).toHaveValue('08:00')
  await page.getByRole('switch', { name: 'Open on Sunday' }).click()
  await monday.getByLabel('Opens').fill('06:00')
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(violations).toEqual([])
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Opening hours saved')).toBeVisible()
  await page.reload()
  await expect(monday.getByLabel('Opens')).toHaveValue('06:00')
  await expect(page.getByRole('group', { name: 'Sunday' }).getByLabel('Opens')).toHaveCount(0)

  const tenant = await register(request, 'tenant')
  await tenant.signInAt(page)
  await show(page, room)
  await page.getByText(/^(Open|Closed) until/).click()
  await expect(page.getByText(/^Mon: 0?6:00(.AM)? – (8:00.PM|20:00)$/)).toBeVisible()
  await expect(page.getByText(/^Tue, .*Sat: 0?8:00(.AM)? – (8:00.PM|20:00)$/)).toBeVisible()
})
