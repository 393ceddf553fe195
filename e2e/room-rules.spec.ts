import { randomUUID } from 'node:crypto'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test, toast } from './person.ts'
import { show } from './screens.ts'

const off = {
  ...{ queue_types: [], hold_types: [] },
  ...{ turn_minutes: 5, hold_minutes: 10, pause_minutes: 15 },
}

const switchOf = (page: Page, type: string, name: string) =>
  page.getByRole('group', { name: type, exact: true }).getByLabel(name, { exact: true })

test('turns on a queue for washers in four clicks from the device, and checks the minutes', async ({
  page,
  landlord,
}) => {
  const location = `Cellar ${randomUUID().slice(0, 8)}`
  const washer = await landlord.addDevice({ location })
  await landlord.addDevice({ location, device_type: 'dryer' })
  const number = washer.sticker_number
  // The room has no shower now, and keeps the rule for it.
  await landlord.call('PUT', `/rooms/${number}/rules`, { ...off, hold_types: ['dryer', 'shower'] })
  await landlord.signInAt(page)
  await show(page, `/devices/${washer.id}`)
  await page.getByRole('link', { name: 'All machines here' }).click()
  await page.getByRole('link', { name: 'Queue and holds' }).click()
  const save = page.getByRole('button', { name: 'Save Changes' })
  await expect(save).toBeDisabled()
  await expect(page.getByRole('group', { name: 'Shower' })).toHaveCount(0)
  const turn = page.getByLabel('Held for the next in line')
  await expect(turn).toHaveCount(0)
  await switchOf(page, 'Washer', 'Queue').click()
  await expect(turn).toHaveValue('5')
  await save.click()
  await expect(toast(page, 'Queue and holds changed')).toBeVisible()
  await expect(save).toBeDisabled()

  await page.reload()
  await expect(switchOf(page, 'Washer', 'Queue')).toBeChecked()
  await expect(switchOf(page, 'Washer', 'Hold')).not.toBeChecked()
  await expect(switchOf(page, 'Dryer', 'Hold')).toBeChecked()
  await turn.fill('61')
  await page.getByLabel('Length of a hold').fill('0')
  await save.click()
  await expect(turn).toBeFocused()
  await expect(turn).toHaveAccessibleDescription(/must be 60 or less/)
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 })
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(excess, `${width} pixels`).toBeLessThanOrEqual(0)
  }
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(violations).toEqual([])

  // A wrong number that no longer shows cannot keep the rest from being saved.
  await switchOf(page, 'Dryer', 'Hold').click()
  await page.reload()
  await expect(page.getByText('Your unsaved changes are restored.')).toBeVisible()
  await expect(turn).toHaveValue('61')
  await turn.fill('7')
  await save.click()
  await expect(page.getByText('Your unsaved changes are restored.')).toBeHidden()
  await expect(save).toBeDisabled()
  expect(await landlord.call('GET', `/rooms/${number}/rules`)).toEqual({
    ...off,
    ...{ queue_types: ['washer'], hold_types: ['shower'], turn_minutes: 7 },
  })
})

test('asks before a queue with people in line is turned off', async ({
  page,
  landlord,
  tenant,
}) => {
  const washer = await landlord.addDevice({ location: `Cellar ${randomUUID().slice(0, 8)}` })
  const rules = `/rooms/${washer.sticker_number}/rules`
  await landlord.call('PUT', rules, { ...off, queue_types: ['washer'] })
  await landlord.pay(washer, await landlord.issueCode())
  await tenant.call('POST', `/rooms/${washer.sticker_number}/queues`, { device_type: 'washer' })
  await landlord.signInAt(page)
  await show(page, rules)
  await switchOf(page, 'Washer', 'Queue').click()
  const save = page.getByRole('button', { name: 'Save Changes' })
  await save.click()
  const question = page.getByRole('dialog', { name: 'Turn off the queue?' })
  await expect(question).toContainText('1 person is in line and loses their place.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect(await landlord.call('GET', rules)).toMatchObject({ queue_types: ['washer'] })
  await save.click()
  await question.getByRole('button', { name: 'Turn off' }).click()
  await expect(toast(page, 'Queue and holds changed')).toBeVisible()
  expect(await landlord.call('GET', rules)).toMatchObject({ queue_types: [] })
})

test('asks before holds are turned off while a machine is held', async ({
  page,
  landlord,
  tenant,
}) => {
  const washer = await landlord.addDevice({ location: `Cellar ${randomUUID().slice(0, 8)}` })
  const rules = `/rooms/${washer.sticker_number}/rules`
  await landlord.call('PUT', rules, { ...off, hold_types: ['washer'] })
  await tenant.call('POST', `/devices/${washer.id}/hold`)
  await landlord.signInAt(page)
  await show(page, rules)
  await switchOf(page, 'Washer', 'Hold').click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const question = page.getByRole('dialog', { name: 'Turn off holds?' })
  await expect(question).toContainText('1 machine is held and becomes available to everyone.')
  await question.getByRole('button', { name: 'Turn off' }).click()
  await expect(toast(page, 'Queue and holds changed')).toBeVisible()
  expect(await landlord.call('GET', rules)).toMatchObject({ hold_types: [] })
})

test('compares rules that were changed in another tab', async ({ page, landlord }) => {
  const washer = await landlord.addDevice({ location: `Cellar ${randomUUID().slice(0, 8)}` })
  const rules = `/rooms/${washer.sticker_number}/rules`
  await landlord.call('PUT', rules, { ...off, queue_types: ['washer'] })
  await landlord.signInAt(page)
  await show(page, rules)
  const turn = page.getByLabel('Held for the next in line')
  await turn.fill('7')
  await landlord.call('PUT', rules, { ...off, queue_types: ['washer'], turn_minutes: 9 })
  const save = page.getByRole('button', { name: 'Save Changes' })
  await save.click()
  await expect(page.getByRole('row', { name: 'Held for the next in line (min) 7 9' })).toBeVisible()
  expect(await landlord.call('GET', rules)).toMatchObject({ turn_minutes: 9 })
  await save.click()
  await expect(toast(page, 'Queue and holds changed')).toBeVisible()
  expect(await landlord.call('GET', rules)).toMatchObject({ turn_minutes: 7 })
})

test('refuses a tenant, and leads back to the room', async ({ page, landlord, tenant }) => {
  const location = `Cellar ${randomUUID().slice(0, 8)}`
  const { sticker_number } = await landlord.addDevice({ location })
  await tenant.signInAt(page)
  await page.goto(`/rooms/${sticker_number}/rules`)
  await expect(toast(page, 'You can see this, but you cannot change it.')).toBeVisible()
  await expect(page).toHaveURL(`/rooms/${sticker_number}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(location)
  await expect(page.getByRole('link', { name: 'Queue and holds' })).toHaveCount(0)
})
