import { AxeBuilder } from '@axe-core/playwright'
import type { Device } from '@coinless/contract/devices.ts'
import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import { local } from './local.ts'
import { expireCode } from './passed-time.ts'
import { breakLoads, chooseMore, expect, type Person, test, toast } from './person.ts'
import { show } from './screens.ts'

function payAndKeep(tenant: Person, device: Device, { code }: PrepaidCode) {
  return tenant.call('POST', '/payments/prepaid', {
    ...{ device_id: device.id, amount: device.price, duration: device.duration_minutes },
    ...{ prepaid_code: code, keep_code: true },
  })
}

test('shows a tenant their codes with the largest balance first, and pays with the one that they choose', async ({
  page,
  context,
  landlord,
  tenant,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await tenant.verify()
  await landlord.verify()
  await landlord.allowTopUps()
  const device = await landlord.addDevice()
  const saved = await landlord.issueCode({ balance: 25 })
  await payAndKeep(tenant, await landlord.addDevice(), saved)
  const held = await landlord.issueCode({
    customer_email: tenant.email,
    expires_at: '2099-01-01T12:00:00Z',
  })
  await landlord.issueCode({ customer_email: tenant.email, balance: 50, disabled: true })
  const past = await landlord.issueCode({
    customer_email: tenant.email,
    expires_at: '2099-01-01T12:00:00Z',
  })
  await expireCode(past)
  await tenant.signInAt(page)
  await show(page, '/prepaid-codes')
  const cards = page.getByRole('list', { name: 'Your codes' }).getByRole('listitem')
  await expect(cards).toHaveCount(4)
  await expect(cards.nth(0)).toContainText(local(/^\$22\.50Active… \w{4}Saved by youPay$/))
  await expect(cards.nth(1)).toContainText(local('Valid through Jan 1, 2099'))
  await expect(cards.nth(2)).toContainText(local('$50.00Disabled'))
  await expect(cards.nth(3)).toContainText('Expired')
  for (const spent of [cards.nth(2), cards.nth(3)]) {
    await expect(spent.getByRole('link', { name: /Pay|Top up/ })).toHaveCount(0)
  }
  await expect(cards.nth(0).getByRole('link', { name: /Top up/ })).toHaveCount(0)
  await cards
    .nth(1)
    .getByRole('button', { name: `Copy code ${held.code}` })
    .click()
  await expect(toast(page, 'Code copied to clipboard')).toBeVisible()
  await cards
    .nth(1)
    .getByRole('link', { name: /^Top up/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Top Up by Card' })).toBeVisible()
  await page.goBack()

  await cards.nth(1).getByRole('link', { name: /^Pay/ }).click()
  const chosen = page.getByRole('radio', { checked: true })
  await expect(chosen).toHaveAccessibleName(local(`… ${held.code.slice(-4)} $10.00 left`))
  await page.getByRole('textbox', { name: /number/i }).fill(device.sticker_number)
  await expect(page.getByRole('definition').first()).toContainText(device.label)
  await expect(chosen).toHaveAccessibleName(local(`… ${held.code.slice(-4)} $10.00 left`))
  await page.getByRole('button', { name: local('Pay $2.50') }).click()
  await expect(toast(page, local('Remaining balance: $7.50'))).toBeVisible()
})

test('says when the chosen code is not accepted at the device', async ({
  page,
  landlord,
  tenant,
  admin,
}) => {
  await tenant.verify()
  const code = await landlord.issueCode({ customer_email: tenant.email })
  const elsewhere = await admin.addDevice()
  await tenant.signInAt(page)
  await show(page, `/payments?device=${elsewhere.id}&code=${code.id}`)
  await expect(page.getByText('The code you chose can’t pay at this device.')).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
})

test('removes a saved code from the wallet and the dashboard after a confirmation', async ({
  page,
  landlord,
  tenant,
}) => {
  const saved = await landlord.issueCode()
  await payAndKeep(tenant, await landlord.addDevice(), saved)
  await tenant.signInAt(page)
  await show(page, '/dashboard')
  const codes = page.getByRole('region', { name: 'Codes you can pay with' })
  await expect(codes).toContainText(local('$7.50 left'))
  await page.getByRole('link', { name: 'Active Codes' }).click()
  const remove = page.getByRole('button', { name: /^Remove saved code/ })
  await remove.click()
  const question = page.getByRole('dialog', { name: 'Remove this saved code?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await remove.click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Saved code removed')).toBeVisible()
  await expect(page.getByText('No prepaid codes found')).toBeVisible()
  await page.goBack()
  await expect(codes).toContainText('You have no prepaid code with a balance.')
})

test('keeps creating, batches and the table in a menu that says where own codes pay', async ({
  page,
  tenant,
}) => {
  await tenant.signInAt(page)
  await show(page, '/prepaid-codes')
  await expect(page.getByRole('main').getByRole('link', { name: 'Create Code' })).toHaveCount(0)
  await page.getByRole('button', { name: 'More actions' }).press('Enter')
  await expect(page.getByRole('menu')).toContainText(
    'A code you create pays only at devices you own or have accepted as landlord.',
  )
  await expect(page.getByRole('menuitem')).toHaveText([
    'Show as table',
    'Create Code',
    'Batches of Codes',
  ])
  await page.getByRole('menuitem', { name: 'Create Code' }).click()
  await page.getByRole('button', { name: 'Create Code' }).click()
  await expect(page.getByRole('columnheader')).toContainText(['Code', 'Status', 'Balance'])
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await chooseMore(page, 'Select')
  await expect(page.getByRole('checkbox')).toHaveCount(2)
  await page.getByRole('link', { name: 'Back to your codes' }).click()
  await expect(page.getByRole('link', { name: 'Codes you created' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await chooseMore(page, 'Show as table')
  await expect(page.getByText('Showing 1 to 1 of 1 code')).toBeVisible()
  await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused()
})

test('tells a tenant without codes how to get one, and retries a wallet that failed to load', async ({
  page,
  tenant,
}) => {
  await tenant.signInAt(page)
  await breakLoads(page, /\/api\/payments\/wallet/)
  await page.goto('/prepaid-codes')
  await expect(toast(page, 'Failed to load prepaid codes').first()).toBeVisible()
  await page.unroute(/\/api\/payments\/wallet/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No prepaid codes found')).toBeVisible()
  await expect(page.getByText('creating your first prepaid code')).toHaveCount(0)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Verify your email' })).toBeVisible()
  await main.getByRole('link', { name: 'Pay at a machine' }).click()
  await expect(page).toHaveURL('/payments')
})

for (const [width, locale, colorScheme] of [
  [1280, 'en-US', 'light'],
  [390, 'es-ES', 'dark'],
  [320, 'es-ES', 'light'],
] as const) {
  test.describe(`${width} px, ${locale}, ${colorScheme}`, () => {
    test.use({ locale, colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' })

    test('passes axe and fits the width with long codes, in the wallet and its menu', async ({
      page,
      landlord,
      tenant,
    }) => {
      await tenant.verify()
      await landlord.verify()
      await landlord.allowTopUps()
      await payAndKeep(tenant, await landlord.addDevice(), await landlord.issueCode())
      const { code } = await landlord.issueCode({ customer_email: tenant.email })
      await landlord.issueCode({
        customer_email: tenant.email,
        balance: 9_999.99,
        code: `${code}${code}`.slice(0, 40),
      })
      await tenant.signInAt(page)
      await show(page, '/prepaid-codes')
      const expectRight = async () => {
        const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
        expect(violations).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }
      await expectRight()
      await page.getByRole('button', { name: /^(More actions|Más acciones)$/ }).click()
      await expect(page.getByRole('menuitem').last()).toBeVisible()
      await expectRight()
    })
  })
}
