import type { CodeBatch } from '@coinless/contract/prepaid-code-batches.ts'
import { typed } from './local.ts'
import { allMails } from './mailbox.ts'
import { expect, test, toast } from './person.ts'

async function mailsTo(address: string): Promise<string[]> {
  const mails = await allMails()
  return mails.filter((text) => text.includes(`To: ${address}`))
}

const addressOf = (email: string, name: string) => `${name}.${email}`

test('mails customers a new code and a top-up when the box is checked', async ({
  page,
  landlord,
}) => {
  const address = addressOf(landlord.email, 'ana')
  await landlord.verify()
  await landlord.signInAt(page)
  await page.goto('/prepaid-codes/new')
  const mailed = page.getByLabel('Email the customer')
  await expect(mailed).toBeDisabled()
  await page.getByLabel('Customer Email').fill(address)
  await mailed.check()
  await page.getByRole('button', { name: 'Create Code' }).click()
  await expect(toast(page, 'Prepaid code created successfully')).toBeVisible()
  await expect.poll(async () => (await mailsTo(address)).length).toBe(1)
  await page.getByRole('link', { name: /^\w{4}-\w{4}/ }).click()
  await page.getByRole('button', { name: 'Top Up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount').fill(typed('5'))
  await dialog.getByLabel('Email the customer').check()
  await dialog.getByRole('button', { name: 'Top Up' }).click()
  await expect.poll(async () => (await mailsTo(address)).length).toBe(2)
})

test('mails a batch to customers not yet mailed and shows how many mails were sent', async ({
  page,
  landlord,
}) => {
  const addresses = ['ana', 'ben', 'chloe'].map((name) => addressOf(landlord.email, name))
  const { id } = await landlord.call<CodeBatch>('POST', '/prepaid-code-batches', {
    ...{ balance: 10, customers: addresses.map((customer_email) => ({ customer_email })) },
  })
  await landlord.verify()
  await landlord.signInAt(page)
  await page.goto(`/prepaid-codes/batches/${id}`)
  await page.getByRole('button', { name: 'Email the Codes' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('3 customers each get an email')
  await dialog.getByRole('button', { name: 'Email 3 Customers' }).click()
  await expect(page.getByText('Emails sent: 3 of 3')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('button', { name: 'Email the Codes' })).toBeDisabled()
  for (const address of addresses) expect(await mailsTo(address)).toHaveLength(1)
})

test('can mail each customer their code when a batch is issued', async ({ page, landlord }) => {
  const address = addressOf(landlord.email, 'ana')
  await landlord.verify()
  await landlord.signInAt(page)
  await page.goto('/prepaid-codes/batches/new')
  const list = page.getByLabel('Names and emails')
  await list.fill('Ana')
  await expect(page.getByLabel(/^Email the code/)).toHaveCount(0)
  await list.fill(`Ana, ${address}\nBen`)
  await page.getByLabel('Email the code to 1 customer').check()
  await page.getByRole('button', { name: 'Issue 2 Codes' }).click()
  await expect(page.getByText('Emails sent: 1 of 1')).toBeVisible({ timeout: 20_000 })
  expect(await mailsTo(address)).toHaveLength(1)
})
