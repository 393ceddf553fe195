import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './person.ts'

async function firstCellsOf(page: Page): Promise<string[]> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ])
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n').slice(1)
  return lines.map((line) => line.split(',')[0] ?? '')
}

test('stickers and a file are of the devices that are chosen, also after a reload, and of all that match but some', async ({
  page,
  landlord,
}) => {
  for (let n = 1; n <= 12; n++) {
    await landlord.addDevice({ device_number: `W-${n}`, label: `Washer ${n}` })
  }
  await landlord.signInAt(page)
  await page.goto('/devices?show=mine')
  await page.getByLabel('Choose W-2', { exact: true }).click()
  await page.getByLabel('Choose W-3', { exact: true }).click()
  const bar = page.getByRole('group', { name: 'What is chosen' })
  expect(await firstCellsOf(page)).toEqual(['Washer 3', 'Washer 2'])
  await bar.getByRole('link', { name: 'Print Stickers' }).click()
  for (const load of [() => {}, () => page.reload()]) {
    await load()
    await expect(page.getByRole('listitem')).toHaveText([/W-2/, /W-3/])
  }
  await page.getByRole('link', { name: 'Back to Devices' }).click()
  await page.getByLabel('Choose all on this page').check()
  await page.getByRole('button', { name: 'Choose all 12 that match' }).click()
  await page.getByLabel('Choose W-2', { exact: true }).uncheck()
  expect(await firstCellsOf(page)).toHaveLength(11)
  await bar.getByRole('link', { name: 'Print Stickers' }).click()
  await expect(page.getByRole('listitem')).toHaveCount(11)
  await expect(page.getByRole('listitem').filter({ hasText: /W-2\$/ })).toHaveCount(0)
})

test('cards and a file are of the codes that are chosen, and what has no card is said', async ({
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
  for (const { code } of [one, two, three]) await page.getByLabel(`Choose ${code}`).click()
  expect(await firstCellsOf(page)).toEqual([three.code, one.code, two.code])
  await page.getByRole('link', { name: 'Print Cards' }).click()
  for (const load of [() => {}, () => page.reload()]) {
    await load()
    await expect(page.getByRole('listitem')).toHaveCount(2)
    await expect(page.getByRole('alert').filter({ hasText: '1 chosen code' })).toBeVisible()
  }
  for (const { code } of [one, three]) {
    const half = code.split('-').slice(2).join('-')
    await expect(page.getByRole('listitem').filter({ hasText: half })).toHaveCount(1)
  }
  expect(page.url()).not.toContain(one.code)
})

test('a tab in which nothing was chosen prints no cards, and leads back to the list', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await page.goto('/prepaid-codes/cards')
  await expect(page.getByText('No codes are chosen')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Prepaid Codes' }).click()
  await expect(page).toHaveURL('/prepaid-codes')
})
