import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { chooseMore, expect, test } from './person.ts'

async function firstCellsOf(page: Page): Promise<string[]> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ])
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n').slice(1)
  return lines.map((line) => line.split(',')[0] ?? '')
}

test('prints and exports the selected devices, also after a reload and with some of all excluded', async ({
  page,
  landlord,
}) => {
  for (let n = 1; n <= 12; n++) {
    await landlord.addDevice({ device_number: `W-${n}`, label: `Washer ${n}` })
  }
  await landlord.signInAt(page)
  await page.goto('/devices?show=mine')
  await page.getByLabel('Select W-2', { exact: true }).click()
  await page.getByLabel('Select W-3', { exact: true }).click()
  const bar = page.getByRole('group', { name: 'Selection' })
  expect(await firstCellsOf(page)).toEqual(['Washer 3', 'Washer 2'])
  await bar.getByRole('link', { name: 'Print Stickers' }).click()
  for (const load of [() => {}, () => page.reload()]) {
    await load()
    await expect(page.getByRole('listitem')).toHaveText([/W-2/, /W-3/])
  }
  await page.getByRole('link', { name: 'Back to Devices' }).click()
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Select all 12 matches' }).click()
  await page.getByLabel('Select W-2', { exact: true }).uncheck()
  expect(await firstCellsOf(page)).toHaveLength(11)
  await bar.getByRole('link', { name: 'Print Stickers' }).click()
  await expect(page.getByRole('listitem')).toHaveCount(11)
  await expect(page.getByRole('listitem').filter({ hasText: /W-2\$/ })).toHaveCount(0)
})

test('prints and exports the selected codes and names those without a card', async ({
  page,
  landlord,
}) => {
  const [one, two, three] = [
    await landlord.issueCode(),
    await landlord.issueCode({ disabled: true }),
    await landlord.issueCode(),
  ]
  await landlord.issueCode()
  await landlord.signInAt(page)
  await page.goto('/prepaid-codes')
  for (const { code } of [one, two, three]) await page.getByLabel(`Select ${code}`).click()
  expect(await firstCellsOf(page)).toEqual([three.code, one.code, two.code])
  await page.getByRole('link', { name: 'Print Cards' }).click()
  for (const load of [() => {}, () => page.reload()]) {
    await load()
    await expect(page.getByRole('listitem')).toHaveCount(2)
    await expect(page.getByRole('alert').filter({ hasText: '1 selected code' })).toBeVisible()
  }
  for (const { code } of [one, three]) {
    const half = code.split('-').slice(2).join('-')
    await expect(page.getByRole('listitem').filter({ hasText: half })).toHaveCount(1)
  }
  expect(page.url()).not.toContain(one.code)
})

test('prints no cards or stickers in a tab without a selection, and leads back to the list', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await page.goto('/prepaid-codes/cards')
  await expect(page.getByText('No codes selected')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Prepaid Codes' }).click()
  await expect(page).toHaveURL('/prepaid-codes')
  await landlord.addDevice()
  await page.goto('/stickers?of=chosen')
  await expect(page.getByText('No devices selected')).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveCount(0)
})

test('keeps the name of each row visible on a phone while rows are selected', async ({
  page,
  landlord,
}) => {
  const code = await landlord.issueCode({ customer_name: 'Ana Alvarez' })
  const device = await landlord.addDevice()
  await page.setViewportSize({ width: 390, height: 844 })
  await landlord.signInAt(page)
  for (const [list, name, chosenBy] of [
    ['/prepaid-codes', code.code, code.code],
    ['/devices?show=mine', device.device_number, device.device_number],
  ] as const) {
    await page.goto(list)
    await chooseMore(page, 'Select')
    const link = page.getByRole('link', { name })
    const box = page.getByLabel(`Select ${chosenBy}`, { exact: true })
    await expect(async () => {
      const [chooses, says] = await Promise.all([box.boundingBox(), link.boundingBox()])
      expect(says?.x).toBeGreaterThan(chooses?.x ?? Number.NaN)
      expect(says?.y).toBeLessThan(chooses?.y ?? Number.NaN)
      const hidden = await link.evaluate((text) =>
        [text, text.closest('td')].map((each) => each && each.scrollWidth - each.clientWidth),
      )
      expect(hidden).toEqual([0, 0])
    }).toPass()
    await expect(link).toBeInViewport({ ratio: 0.9 })
  }
})
