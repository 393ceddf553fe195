import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { onlyWithCents } from './local.ts'
import { expect, type Person, test } from './person.ts'
import { show } from './screens.ts'

const textOfCode = () => `IMPORT-${randomUUID().slice(0, 13)}`
const csv = (...lines: string[]) => ['Código,Saldo,Nombre,Caduca', ...lines].join('\n')
const send = (page: Page, name: string) => page.getByRole('button', { name })

async function choose(page: Page, text: string) {
  const file = { name: 'codes.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.locator('input[type=file]').setInputFiles(file)
}

async function codesOf(person: Person): Promise<{ code: string; balance: number }[]> {
  const { data } = await person.call<{ data: never[] }>('GET', '/prepaid-codes?limit=100')
  return data
}

test('imports codes from the list once and keeps them out of browser storage', async ({
  page,
  landlord,
}) => {
  onlyWithCents('Without decimals, 1,000 is a thousand.')
  await landlord.signInAt(page)
  await show(page, '/prepaid-codes')
  await page.getByRole('button', { name: 'CSV' }).click()
  await page.getByRole('menuitem', { name: 'Import from CSV' }).click()
  const [first, second] = [textOfCode(), textOfCode()]
  const text = csv(`${first},"12,50",Ana,2099-12-31`, `${second},"1,000",Ben,`)
  await choose(page, text)
  await expect(
    page.getByRole('row', { name: /^3 Saldo 1,000 .*Thousands or decimals/ }),
  ).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(first)
  await send(page, 'Import 1 Code').click()
  await expect(page.getByText('1 created')).toBeVisible()
  expect(await codesOf(landlord)).toMatchObject([
    { code: first, balance: 12.5, remaining_balance: 12.5, customer_name: 'Ana' },
  ])
  await page.getByRole('button', { name: 'Import another file' }).click()
  await choose(page, text)
  await send(page, 'Import 1 Code').click()
  await expect(page.getByRole('row', { name: 'Already exists, unchanged 1 2' })).toBeVisible()
})

test('names the row of a code that another user owns, and issues the others', async ({
  page,
  landlord,
  tenant,
}) => {
  const { code } = await tenant.issueCode()
  await landlord.signInAt(page)
  await show(page, '/prepaid-codes/import')
  await choose(
    page,
    csv(`${textOfCode()},5,,`, `${code},5,,`, `${textOfCode()},5,,`, 'password,5,,'),
  )
  await send(page, 'Import 4 Codes').click()
  await expect(page.getByText('2 created')).toBeVisible()
  await expect(page.getByRole('row', { name: /in use by another user. 1 3$/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^Code: .* 1 5$/ })).toBeVisible()
})

test('recognizes codes of an exported list when it is imported again', async ({
  page,
  landlord,
}) => {
  const { code } = await landlord.issueCode({ customer_name: '=1+1', balance: 10 })
  await landlord.pay(
    await landlord.addDevice({ price: 4 }),
    await landlord.issueCode({ balance: 4 }),
  )
  await landlord.signInAt(page)
  await show(page, '/prepaid-codes')
  await page.getByRole('button', { name: 'CSV' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click()
  const path = await (await downloading).path()
  await show(page, '/prepaid-codes/import')
  await page.locator('input[type=file]').setInputFiles(path)
  await expect(page.getByLabel('Balance')).toHaveValue('remaining_balance')
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText(code)
  await send(page, 'Import 2 Codes').click()
  await expect(page.getByRole('row', { name: 'Already exists, unchanged 2 2, 3' })).toBeVisible()
})
