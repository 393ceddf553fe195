import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Page, request } from '@playwright/test'
import { Program } from '../test/servers/program.ts'
import { StripeServer } from '../test/servers/stripe-server.ts'
import { currency, local } from './local.ts'
import { expect, firstAdminAccount, Person, register, test, toast } from './person.ts'
import { show } from './screens.ts'

/** A server with card payments by a fake Stripe. Only the browser part is replaced. */
const stripe = new StripeServer()
let program: Program
let dataDir = ''

// All tests share one server, which the last one stops.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  // Creates a separate server and database first.
  test.setTimeout(120_000)
  await stripe.start()
  const settings = stripe.settings()
  dataDir = await mkdtemp(join(tmpdir(), 'coinless-stripe-'))
  program = new Program({
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    CURRENCY: currency,
    CARD_PROCESSOR: 'stripe',
    ADMIN_EMAIL: firstAdminAccount.email,
    ADMIN_PASSWORD: firstAdminAccount.password,
    STRIPE_SECRET_KEY: settings.secretKey,
    STRIPE_PUBLISHABLE_KEY: settings.publishableKey,
    STRIPE_WEBHOOK_SECRET: settings.webhookSecret,
    STRIPE_API_URL: settings.apiUrl ?? '',
  })
  await program.start()
})

test.afterAll(async () => {
  await program.stop()
  await stripe.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Implements the parts of Stripe.js that the page uses. `token` replaces the customer’s card. */
async function standInForStripeJs(page: Page, token: string) {
  const script = `window.Stripe = (key) => ({
    registerAppInfo() {}, _registerWrapper() {},
    elements: () => {
      const element = {
        on() { return element }, off() { return element }, once() { return element },
        mount(node) { node.textContent = 'Card of Stripe with ' + key }, unmount() {},
        destroy() {}, update() {},
      }
      return { create: () => element, getElement: () => element, update() {}, on() {}, off() {},
        submit: async () => ({}) }
    },
    createToken() {}, createPaymentMethod() {}, confirmCardPayment() {},
    createConfirmationToken: async () => ({ confirmationToken: { id: '${token}' } }),
    handleNextAction: async ({ clientSecret }) => {
      document.body.dataset.asked = clientSecret
      return {}
    },
  })`
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
}

async function payByCard(page: Page, token: string) {
  const calls = await request.newContext({ baseURL: program.address })
  const landlord = await register(calls, 'landlord')
  const device = await landlord.addDevice()
  await standInForStripeJs(page, token)
  await landlord.signInAt(page, program.address)
  await show(page, `${program.address}/payments?device=${device.id}`)
  await page.getByRole('tab', { name: 'Credit Card' }).click()
  await expect(page.getByText('Card of Stripe with pk_test_of_the_tests')).toBeVisible()
  await page.getByLabel('Customer Name').fill('Carla Card')
  await page.getByLabel('Email').fill('carla@example.com')
  await page.getByRole('button', { name: local('Pay $') }).click()
  return landlord
}

test('charges a card typed into the Stripe form once', async ({ page }) => {
  const landlord = await payByCard(page, 'ctoken_visa')
  await expect(toast(page, 'Payment successful!')).toBeVisible()
  const { data } = await landlord.call<{ data: object[] }>('GET', '/transactions')
  expect(data).toMatchObject([{ customer_name: 'Carla Card', payment_method: 'credit_card' }])
  expect([...stripe.intents.values()].at(-1)).toMatchObject({ status: 'succeeded', amount: 250 })
})

test('reports a Stripe form that fails to load, and loads it on a retry', async ({ page }) => {
  const calls = await request.newContext({ baseURL: program.address })
  const landlord = await register(calls, 'landlord')
  const device = await landlord.addDevice()
  await landlord.signInAt(page, program.address)
  await page.route('https://js.stripe.com/**', (route) => route.abort())
  await show(page, `${program.address}/payments?device=${device.id}`)
  await page.getByRole('tab', { name: 'Credit Card' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to load the card form')
  await page.unroute('https://js.stripe.com/**')
  await standInForStripeJs(page, 'never used')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Card of Stripe with pk_test_of_the_tests')).toBeVisible()
})

test('asks the customer for 3-D Secure, again after a reload, and waits for it', async ({
  page,
}) => {
  await payByCard(page, 'ctoken_threeDSecure')
  await expect(page.getByText('Your card payment is being processed.')).toBeVisible()
  const intent = [...stripe.intents.values()].at(-1)
  const asked = page.locator(`body[data-asked="${intent?.client_secret}"]`)
  await expect(asked).toBeAttached()
  await page.reload()
  await expect(asked).toBeAttached()
  stripe.finish(intent?.id ?? '', 'succeeded')
  await expect(page.getByText('Your card payment was completed.')).toBeVisible()
})

test('types a top-up into the Stripe form, confirms it with the bank, and credits the code once', async ({
  page,
}) => {
  const calls = await request.newContext({ baseURL: program.address })
  const landlord = await register(calls, 'landlord')
  await landlord.verify(join(dataDir, 'outbox'))
  await landlord.allowTopUps()
  const code = await landlord.issueCode({ customer_email: landlord.email })
  await standInForStripeJs(page, 'ctoken_threeDSecure')
  await landlord.signInAt(page, program.address)
  await show(page, `${program.address}/prepaid-codes/${code.id}/top-up`)
  await expect(page.getByText('Card of Stripe with pk_test_of_the_tests')).toBeVisible()
  await page.getByRole('button', { name: local('$10.00') }).click()
  await page.getByRole('button', { name: local('Pay $10.00') }).click()
  await expect(page.getByText('Your card is being charged.')).toBeVisible()
  const intent = [...stripe.intents.values()].at(-1)
  expect(intent).toMatchObject({ amount: 1000 })
  const asked = page.locator(`body[data-asked="${intent?.client_secret}"]`)
  await expect(asked).toBeAttached()
  await page.reload()
  await expect(asked).toBeAttached()
  stripe.finish(intent?.id ?? '', 'succeeded')
  await expect(page.getByText(local('$10.00 added.'))).toBeVisible()
  await expect(page.getByRole('main').locator('dl')).toContainText(local('Current balance$20.00'))
})

test('shows a refund that the bank returned later, and refunds it again', async ({ page }) => {
  const landlord = await payByCard(page, 'ctoken_visa')
  await expect(toast(page, 'Payment successful!')).toBeVisible()
  const { data } = await landlord.call<{ data: { id: string }[] }>('GET', '/transactions')
  const id = data[0]?.id ?? ''
  await landlord.call('POST', `/transactions/${id}/refunds`, { amount: 2.5, reason: 'Stuck' })
  await show(page, `${program.address}/transactions/${id}`)
  const list = page.getByRole('region', { name: 'Refunds' })
  await expect(list.getByRole('row').last()).toContainText(local(/\$2\.50.*Stuck.*Completed/))
  const button = page.getByRole('main').getByRole('button', { name: 'Refund' })
  await expect(button).toBeDisabled()

  const known = stripe.refunds.at(-1)
  if (!known) throw new Error('No refund found.')
  known.status = 'failed'
  const { payload, signature } = stripe.webhook(known)
  const calls = await request.newContext({ baseURL: program.address })
  const answer = await calls.post('/api/payments/card/webhook', {
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    data: Buffer.from(payload),
  })
  expect(answer.status()).toBe(204)
  await page.reload()
  await expect(list.getByRole('row').last()).toContainText(local(/\$2\.50.*Stuck.*Failed/))
  await expect(list).toContainText('The card did not receive this refund. It does not count.')
  await button.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Second try')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(toast(page, 'Refund completed')).toBeVisible()
  await expect(list.getByRole('row').filter({ hasText: 'Second try' })).toContainText('Completed')
})

test('does not charge the next card after a lost answer', async ({ page }) => {
  await page.route('**/api/payments/card', async (route) => {
    await route.fetch()
    await route.abort()
  })
  const landlord = await payByCard(page, 'ctoken_visa')
  await expect(page.getByText(/^Your last payment/)).toBeVisible()
  await page.unroute('**/api/payments/card')
  await page.unroute('https://js.stripe.com/**')
  await standInForStripeJs(page, 'ctoken_another')
  await page.reload()
  await page.getByRole('tab', { name: 'Credit Card' }).click()
  await page.getByLabel('Customer Name').fill('Carla Card')
  await page.getByLabel('Email').fill('carla@example.com')
  await page.getByRole('button', { name: local('Pay $') }).click()
  const question = page.getByRole('dialog', { name: 'Your last attempt succeeded' })
  await question.getByRole('button', { name: 'Don’t repeat' }).click()
  await expect(question).toBeHidden()
  const { data } = await landlord.call<{ data: object[] }>('GET', '/transactions')
  expect(data).toHaveLength(1)
})

test('keeps card payments begun with Stripe on a server without cards, and lists them for admins', async ({
  page,
}) => {
  // Stops and starts servers.
  test.slow()
  await payByCard(page, 'ctoken_threeDSecure')
  await expect(page.getByText('Your card payment is being processed.')).toBeVisible()
  const reference = [...stripe.intents.values()].at(-1)?.id ?? ''
  await program.stop()
  const other = new Program({
    ...{ DATA_DIR: dataDir, RATE_LIMITS: 'off', CURRENCY: currency, CARD_PROCESSOR: 'off' },
  })
  await other.start()
  const calls = await request.newContext({ baseURL: other.address })
  const data = firstAdminAccount
  const signedIn = await (await calls.post('/api/auth-login', { data })).json()
  await new Person(calls, signedIn).signInAt(page, other.address)
  await page.goto(`${other.address}/payments`)
  await page.getByRole('tab', { name: 'Credit Card' }).click()
  await expect(page.getByText('Cards are not accepted here.')).toBeVisible()
  await page.goto(`${other.address}/admin/card-payments`)
  await expect(page.getByText('Card payments are off.')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: reference })
  await expect(row).toContainText('Another processor')
  await expect(row).toContainText('stripe acct_of_the_tests (test)')
  await other.stop()
  await program.start()
})
