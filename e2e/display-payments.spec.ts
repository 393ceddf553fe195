import { randomUUID } from 'node:crypto'
import { AxeBuilder } from '@axe-core/playwright'
import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import type { Page } from '@playwright/test'
import { local } from './local.ts'
import { expect, type Person, test } from './person.ts'
import { show } from './screens.ts'

const tiles = (page: Page) => page.getByRole('region', { name: 'Machines' }).getByRole('listitem')

/** A display that takes payments, opened without a session. @returns a code that pays there */
async function openPaying(page: Page, landlord: Person) {
  const device = await landlord.addDevice({
    location: `Cellar ${randomUUID().slice(0, 8)}`,
    device_number: 'W-1',
  })
  const { secret } = await landlord.addDisplay(device, { language: 'en', takes_payments: true })
  await show(page, `/display#${secret}`)
  return landlord.issueCode()
}

const payAt = (page: Page) => page.getByRole('dialog', { name: 'Pay at W-1' })

// id: e2e-display-payments-1
test('takes a payment with a code by touch, and forgets it', async ({ page, landlord }) => {
  const { code } = await openPaying(page, landlord)
  await tiles(page).getByRole('button', { name: 'W-1' }).click()
  const dialog = payAt(page)
  await page.setViewportSize({ width: 320, height: 568 })
  await expect(dialog.getByLabel('Prepaid code')).toBeFocused()
  await page.keyboard.insertText(code)
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(violations).toEqual([])
  // As high as what a keyboard leaves of a tablet.
  await page.setViewportSize({ width: 844, height: 390 })
  const pay = dialog.getByRole('button', { name: local('Pay $2.50') })
  await expect(pay).toBeInViewport({ ratio: 1 })
  await pay.click()
  await expect(dialog.getByRole('heading', { name: 'Running' })).toBeVisible()
  await expect(dialog.getByText(local('$7.50 left on the code'))).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(tiles(page)).toContainText('30 min')
  await expect(tiles(page).getByRole('button')).toHaveCount(0)
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  )
  expect(kept).not.toContain(code)
})

test('closes after half a minute without a touch, with what was typed', async ({
  page,
  landlord,
}) => {
  await page.clock.install()
  const { code } = await openPaying(page, landlord)
  const machine = tiles(page).getByRole('button', { name: 'W-1' })
  await machine.click()
  await expect(payAt(page).getByLabel('Prepaid code')).toBeVisible()
  await page.clock.runFor(5_000)
  // Pasted from a menu: no key or touch on the page comes before it.
  await payAt(page).getByLabel('Prepaid code').fill(code)
  await page.clock.runFor(25_000)
  await expect(payAt(page).getByText('Closes in 5 s')).toBeVisible()
  await expect(payAt(page).getByLabel('Prepaid code')).toHaveValue(code)
  await page.keyboard.press('Shift')
  await page.clock.runFor(29_000)
  await expect(payAt(page)).toBeVisible()
  await page.clock.runFor(2_000)
  await expect(payAt(page)).toBeHidden()
  await machine.click()
  await expect(payAt(page).getByLabel('Prepaid code')).toHaveValue('')
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(payAt(page)).toBeHidden()
})

test('pays once when the answer to a payment is lost', async ({ page, landlord }) => {
  const { code } = await openPaying(page, landlord)
  let left = 3
  await page.route('**/api/displays/payments', async (route) => {
    await route.fetch()
    left -= 1
    await (left < 0 ? route.continue() : route.abort())
  })
  await tiles(page).getByRole('button', { name: 'W-1' }).click()
  const dialog = payAt(page)
  await dialog.getByLabel('Prepaid code').fill(code)
  await dialog.getByRole('button', { name: local('Pay $2.50') }).click()
  await expect(dialog.getByRole('alert')).toHaveText('No answer yet. Try again: you pay only once.')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('heading', { name: 'Running' })).toBeVisible()
  const { data } = await landlord.call<{ data: PrepaidCode[] }>('GET', '/prepaid-codes')
  expect(data).toMatchObject([{ remaining_balance: 7.5 }])
})
