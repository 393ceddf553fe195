import { startReceiver, status } from '../test/support/webhook-receiver.ts'
import { expect, test, toast } from './person.ts'
import { show } from './screens.ts'

test('adds a webhook, sends a test event, shows its delivery, and sends it again', async ({
  page,
  landlord,
}) => {
  const receiver = await startReceiver()
  await landlord.signInAt(page)
  await show(page, '/settings')
  await page.getByRole('main').getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  await page.getByRole('link', { name: 'Add Webhook' }).click()
  await page.getByRole('button', { name: 'Add Webhook' }).click()
  await expect(page.getByLabel('Address')).toBeFocused()
  await page.getByLabel('Address').fill(receiver.url)
  await page.getByRole('switch', { name: 'Payment' }).uncheck()
  await page.getByRole('button', { name: 'Add Webhook' }).click()
  await expect(page.getByText('Choose at least one')).toBeVisible()
  await page.getByRole('switch', { name: 'Payment' }).check()
  await page.getByRole('button', { name: 'Add Webhook' }).click()
  await expect(page.getByText('Shown only once.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link').first()).toHaveText('Back to Webhooks')
  const secret = await page.locator('pre').textContent()
  expect(secret).toMatch(/^whsec_[\w-]{43}$/)
  await page.getByRole('link', { name: 'I’ve saved it' }).click()
  await expect(page.getByText('No deliveries', { exact: true })).toBeVisible()
  await expect(page.locator('body')).not.toContainText(secret ?? '')

  receiver.answers.push(status(500, '<b>not today</b>'), status(200, 'thank you'))
  await page.getByRole('button', { name: 'Send a test event' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Test event' })
  await expect(row).toContainText('HTTP 500')
  await expect(row).toContainText('<b>not today</b>')
  await expect(row).toContainText('Waiting')
  await row.getByRole('button', { name: 'Send again: Test event' }).click()
  await expect(row).toContainText('Delivered')
  await expect(row).toContainText('thank you')
  const ids = receiver.received.map(({ event }) => event.id)
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  await receiver.stop()
})

test('changes, disables and enables a webhook, shows a new secret once, and deletes it', async ({
  page,
  landlord,
}) => {
  const { id, secret } = await landlord.addWebhook()
  await landlord.signInAt(page)
  await show(page, `/settings/webhooks/${id}`)
  await expect(page.getByRole('definition').filter({ hasText: 'Failing' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the webhook' })
  await dialog.getByLabel('Description').fill('Bookkeeping')
  await dialog.getByRole('switch', { name: 'refund.completed' }).check()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bookkeeping')
  await expect(page.getByText('Payment, Refund, Code used up')).toBeVisible()
  await page.getByRole('button', { name: 'Disable' }).click()
  await expect(toast(page, 'Webhook disabled')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send a test event' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Enable' }).click()
  await expect(toast(page, 'Webhook enabled')).toBeVisible()
  await page.getByRole('button', { name: 'Replace secret' }).click()
  await page
    .getByRole('dialog', { name: 'Replace the secret?' })
    .getByRole('button', { name: 'Replace secret' })
    .click()
  const shown = page.getByRole('dialog', { name: 'New secret' })
  await expect(shown.locator('pre')).toHaveText(/^whsec_/)
  expect(await shown.locator('pre').textContent()).not.toBe(secret)
  await shown.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Old secret valid until')).toBeVisible()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/settings/webhooks')
  await expect(page.getByText('No webhooks yet')).toBeVisible()
})
