import { randomUUID } from 'node:crypto'
import type { CodeBatch } from '@coinless/contract/prepaid-code-batches.ts'
import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import type { Page } from '@playwright/test'
import { local, typed } from './local.ts'
import { expect, password, test, toast } from './person.ts'
import { pagesOf } from './printed.ts'
import { show } from './screens.ts'
import { countTouches } from './touches.ts'

const names = Array.from(
  { length: 20 },
  (_, index) => `Tenant ${index + 1}, t${index + 1}@example.com`,
)

async function codesOf(as: { call: <T>(method: string, path: string) => Promise<T> }, id: string) {
  const path = `/prepaid-codes?batch_id=${id}&limit=100`
  return (await as.call<{ data: PrepaidCode[] }>('GET', path)).data
}

test('issues and prints 20 codes for pasted names with 6 clicks and fields', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await page.addInitScript(() =>
    Object.assign(window, { print: () => (document.title = 'printed') }),
  )
  const touches = await countTouches(page)
  await show(page, '/prepaid-codes')
  await page.getByRole('link', { name: 'Issue a Batch' }).click()
  const list = page.getByLabel('Names and emails')
  await list.click()
  await list.fill(names.join('\n'))
  await expect(page.getByText('20 people')).toBeVisible()
  const balance = page.getByLabel('Balance per code')
  await balance.click()
  await balance.fill(typed('10'))
  await page.getByRole('button', { name: local('Issue 20 Codes, $200.00') }).click()
  await expect(page.getByRole('heading', { name: 'Batch of Codes' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Tenant 1')
  await page.getByRole('link', { name: 'Print Cards' }).click()
  await expect(page.getByRole('listitem')).toHaveCount(20)
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(page).toHaveTitle('printed')
  const [clicks, keys] = await touches()
  expect([clicks, keys]).toEqual([6, 0])
})

test('names faulty lines of a list before it issues any code', async ({ page, landlord }) => {
  await landlord.signInAt(page)
  await page.goto('/prepaid-codes/batches/new')
  await page.getByLabel('Names and emails').fill('Ana\nBen, ben.example.com')
  await page.getByRole('button', { name: 'Issue 2 Codes' }).click()
  await expect(page.getByText('Line 2: Customer Email must be an email address.')).toBeVisible()
  await page.locator('input[type=file]').setInputFiles({
    name: 'tenants.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Ana\n'.repeat(5001)),
  })
  await page.getByRole('button', { name: 'Issue 5,001 Codes' }).click()
  await expect(
    page.getByText('The list has 5,001 lines. Use at most 5,000 per batch.'),
  ).toBeVisible()
  const { data } = await landlord.call<{ data: unknown[] }>('GET', '/prepaid-code-batches')
  expect(data).toEqual([])
})

test('tops up, extends and disables the remaining codes of a batch after showing their number', async ({
  page,
  landlord,
}) => {
  const { id } = await landlord.call<CodeBatch>('POST', '/prepaid-code-batches', {
    codes: 3,
    balance: 10,
    tag: 'Birch Street',
  })
  await landlord.signInAt(page)
  await page.goto('/prepaid-codes/batches')
  await page.getByRole('link', { name: 'Birch Street' }).click()
  await page.getByRole('button', { name: 'Top Up All' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount per code').fill(typed('2.5'))
  await expect(dialog).toContainText(local('Total: $7.50 on 3 codes.'))
  await dialog.getByRole('button', { name: 'Top Up 3 Codes' }).click()
  await expect(toast(page, local('3 codes topped up: $7.50 in total'))).toBeVisible()
  await expect(page.getByRole('main')).toContainText(local('$37.50'))
  await page.getByRole('button', { name: 'Extend All' }).click()
  await dialog.getByLabel('Last valid day').fill('2099-12-31')
  await dialog.getByRole('button', { name: 'Extend 3 Codes' }).click()
  await expect(toast(page, '3 codes extended')).toBeVisible()
  await page.getByRole('button', { name: 'Disable All' }).click()
  await expect(dialog).toContainText(local('3 codes with $37.50 on them can no longer be used.'))
  await dialog.getByRole('button', { name: 'Disable 3 Codes' }).click()
  await expect(toast(page, local('3 codes disabled, with $37.50 on them'))).toBeVisible()
  await expect(page.getByRole('button', { name: 'Top Up All' })).toBeDisabled()
  for (const code of await codesOf(landlord, id)) expect(code.disabled).toBe(true)
})

test('links the code on each card to the payment on every paper, with the code after the #', async ({
  page,
  landlord,
}) => {
  const { id } = await landlord.call<CodeBatch>('POST', '/prepaid-code-batches', {
    customers: Array.from({ length: 25 }, (_, n) => ({ customer_name: `Tenant ${n}` })),
    balance: 10,
    expires_at: '2099-12-31T00:00:00Z',
  })
  const codes = await codesOf(landlord, id)
  await landlord.signInAt(page)
  for (const [paper, pages] of [
    ['a4', 4],
    ['letter', 4],
    ['a4Labels', 2],
    ['letterLabels', 1],
    ['roll80', 25],
  ] as const) {
    await page.goto(`/prepaid-codes/batches/${id}/cards?paper=${paper}`)
    await expect(page.getByRole('listitem')).toHaveCount(25)
    const printed = pagesOf(await page.pdf({ preferCSSPageSize: true }))
    expect(printed).toHaveLength(pages)
    expect(printed.flatMap((each) => each.codes).map(({ says }) => says)).toEqual(
      codes.map(({ code }) => `${new URL(page.url()).origin}/payments#code=${code}`),
    )
  }
})

const codeField = (page: Page) => page.getByRole('textbox', { name: 'Prepaid Code' })

test('removes a scanned code from the URL at once, and fills it in for new users and guests', async ({
  page,
  browser,
  landlord,
}) => {
  const { id } = await landlord.call<CodeBatch>('POST', '/prepaid-code-batches', {
    codes: 1,
    balance: 10,
  })
  const code = (await codesOf(landlord, id))[0]?.code ?? ''
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.goto(`/payments#code=${code}`)
  await expect(page.getByRole('tab', { name: 'Register' })).toBeVisible()
  expect(page.url()).not.toContain(code)
  await page.getByRole('tab', { name: 'Register' }).click()
  await page.getByLabel('Full Name').fill('Terry Tenant')
  await page.getByLabel('Email').fill(`${randomUUID()}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(codeField(page)).toHaveValue(code)
  await expect(page).toHaveURL('/payments')
  expect(asked.filter((each) => each.includes(code))).toEqual([])

  const guest = await (await browser.newContext()).newPage()
  await guest.goto(`${new URL(page.url()).origin}/payments#code=${code}`)
  await guest.getByRole('button', { name: 'Continue as guest' }).click()
  await expect(codeField(guest)).toHaveValue(code)
  expect(guest.url()).not.toContain(code)
})

test('reads accents from an old spreadsheet’s list and refuses other kinds of files', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await page.goto('/prepaid-codes/batches/new')
  const file = page.locator('input[type=file]')
  const list = page.getByLabel('Names and emails')
  const latin1 = Buffer.from('Nombre;Correo\r\nJosé Núñez;jose@example.com\r\n', 'latin1')
  await file.setInputFiles({ name: 'tenants.csv', mimeType: 'text/csv', buffer: latin1 })
  await expect(list).toHaveValue('Nombre;Correo\nJosé Núñez;jose@example.com\n')
  for (const content of ['%PDF-1.4\nnames\n', '']) {
    const buffer = Buffer.from(content)
    await file.setInputFiles({ name: 'tenants.csv', mimeType: 'text/csv', buffer })
    await expect(toast(page, 'That isn’t a list of names and emails')).toHaveCount(1)
    await page.getByRole('alert').getByRole('button').click()
    await expect(list).toHaveValue(/José Núñez/)
  }
})

test('accepts the same file again after it was corrected', async ({ page, landlord }) => {
  await landlord.signInAt(page)
  for (const screen of ['/prepaid-codes/batches/new', '/devices/import', '/prepaid-codes/import']) {
    await page.goto(screen)
    const file = page.locator('input[type=file]')
    const buffer = Buffer.from('name\nAna\n')
    await file.setInputFiles({ name: 'tenants.csv', mimeType: 'text/csv', buffer })
    // A browser fires no event when the field already holds the chosen file.
    await expect(file).toHaveValue('')
  }
})

test('shows the search directly above the list', async ({ page, landlord }) => {
  const { id } = await landlord.call<CodeBatch>('POST', '/prepaid-code-batches', {
    codes: 1,
    balance: 10,
  })
  await landlord.signInAt(page)
  for (const screen of ['/prepaid-codes/batches', `/prepaid-codes/batches/${id}`]) {
    await page.goto(screen)
    await expect(async () => {
      const search = await page.getByRole('searchbox').boundingBox()
      const table = await page.getByRole('table').boundingBox()
      if (!search || !table) throw new Error('Neither the search nor the list is there.')
      expect(table.y - search.y - search.height).toBeLessThan(40)
    }).toPass()
  }
})
