import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import type { Page } from '@playwright/test'
import { local } from './local.ts'
import { expect, type Person, test, toast } from './person.ts'
import { show } from './screens.ts'

async function makeCodeOf(landlord: Person, tenant: Person) {
  await tenant.verify()
  const device = await landlord.addDevice()
  const code = await landlord.issueCode({ customer_email: tenant.email })
  const left = async () => {
    const found = await landlord.call<PrepaidCode>('GET', `/prepaid-codes-id/${code.id}`)
    return found.remaining_balance
  }
  return { device, code, left }
}

function pay(tab: Page) {
  return tab.getByRole('button', { name: local('Pay $2.50') }).click()
}

const question = (tab: Page) => tab.getByRole('dialog', { name: 'Pay again?' })

test('asks before a second tab pays for the same machine, and pays when confirmed', async ({
  page,
  landlord,
  tenant,
}) => {
  const { device, left } = await makeCodeOf(landlord, tenant)
  await tenant.signInAt(page)
  const second = await page.context().newPage()
  for (const tab of [page, second]) await show(tab, `/payments?device=${device.id}`)
  await pay(page)
  await expect(toast(page, 'Payment successful!')).toBeVisible()
  await pay(second)
  await expect(question(second)).toContainText('You paid for this machine just now.')
  await expect(question(second)).toContainText('Nothing was charged this time.')
  expect(await left()).toBe(7.5)
  await second.getByRole('button', { name: 'Pay Again' }).click()
  await expect(toast(second, 'Payment successful!')).toBeVisible()
  expect(await left()).toBe(5)
  await show(page, `/payments?device=${device.id}`)
  await pay(page)
  await expect(question(page).getByRole('button', { name: 'Don’t repeat' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question(page)).toHaveCount(0)
  expect(await left()).toBe(5)
})

test('asks before a payment by card or from another phone, too', async ({
  page,
  browser,
  landlord,
  tenant,
}) => {
  const { device, code, left } = await makeCodeOf(landlord, tenant)
  const phone = await (await browser.newContext()).newPage()
  await tenant.signInAt(phone)
  await show(phone, `/payments?device=${device.id}`)
  await phone.getByRole('tab', { name: 'Credit Card' }).click()
  await expect(phone.getByLabel('Email')).toHaveValue(tenant.email)
  await tenant.pay(device, code)
  await pay(phone)
  await expect(question(phone)).toBeVisible()
  await phone.getByRole('link', { name: 'View running machines' }).click()
  await expect(phone).toHaveURL(/dashboard/)
  expect(await left()).toBe(7.5)
  await phone.context().close()
  await tenant.signInAt(page)
  await show(page, `/payments?device=${device.id}`)
  await pay(page)
  await question(page).getByRole('button', { name: 'Pay Again' }).click()
  await expect(toast(page, 'Payment successful!')).toBeVisible()
  expect(await left()).toBe(5)
})

test('still asks at another machine paid elsewhere after Once more for a lost answer', async ({
  page,
  landlord,
  tenant,
}) => {
  const { device, code, left } = await makeCodeOf(landlord, tenant)
  const other = await landlord.addDevice()
  await tenant.signInAt(page)
  await show(page, `/payments?device=${device.id}`)
  await page.route(/payments\/prepaid/, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await pay(page)
  await expect(page.getByText('Your last payment succeeded')).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await tenant.pay(other, code)
  await show(page, `/payments?device=${other.id}`)
  await pay(page)
  await page.getByRole('button', { name: 'Repeat', exact: true }).click()
  await expect(question(page).getByRole('button', { name: 'Don’t repeat' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question(page)).toHaveCount(0)
  expect(await left()).toBe(5)
})

test('pays on a server of an earlier version, which does not support the question', async ({
  page,
  landlord,
  tenant,
}) => {
  const { device, left } = await makeCodeOf(landlord, tenant)
  await tenant.signInAt(page)
  await show(page, `/payments?device=${device.id}`)
  const sent: boolean[] = []
  await page.route(/payments\/prepaid/, async (route) => {
    const body = route.request().postDataJSON()
    sent.push('pay_again' in body)
    // An earlier server refuses unknown fields.
    if ('pay_again' in body) body.pay_again = 'unknown'
    await route.continue({ postData: body })
  })
  await pay(page)
  await expect(toast(page, 'Payment successful!')).toBeVisible()
  expect(sent).toEqual([true, false])
  expect(await left()).toBe(7.5)
})
