import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import type { Page } from '@playwright/test'
import { local } from './local.ts'
import { expect, login, type Person, password, toast } from './person.ts'
import { test } from './screens.ts'
import { navigateWithin, translated } from './translation.ts'

/** Runs in the page: throws as browsers do that block cookies and site data. */
function blockStorage() {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  const reject = async () => refuse()
  const denied = { get: refuse, set: refuse, configurable: true }
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
    Object.defineProperty(window, name, denied)
  }
  Object.defineProperty(Document.prototype, 'cookie', denied)
  Object.defineProperty(navigator, 'serviceWorker', denied)
  LockManager.prototype.request = reject
  if ('StorageManager' in window) StorageManager.prototype.estimate = reject
}

/** Runs in the page: refuses every write. */
function fillStorage() {
  const refuse = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  Storage.prototype.setItem = refuse
  if ('Cache' in window) Cache.prototype.put = async () => refuse()
}

const ways = [
  { state: 'blocks storage', prepare: blockStorage },
  { state: 'has no storage left', prepare: fillStorage },
]

function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  return errors
}

async function payAtSticker(page: Page, landlord: Person, signIn: () => Promise<void>) {
  const device = await landlord.addDevice({ label: 'Washer without storage' })
  const code = await landlord.issueCode()
  await page.goto(`/m/${device.sticker_number}`)
  await expect(page.getByText('This browser cannot keep you signed in')).toBeVisible()
  await signIn()
  await expect(page.getByRole('definition').first()).toContainText('Washer without storage')
  await page.getByRole('textbox', { name: 'Prepaid Code' }).fill(code.code)
  await page.getByRole('button', { name: local('Pay $2.50') }).click()
  await expect(toast(page, 'Payment successful')).toBeVisible()
  const { data } = await landlord.call<{ data: PrepaidCode[] }>('GET', '/prepaid-codes')
  expect(data.map(({ remaining_balance }) => remaining_balance)).toEqual([7.5])
}

for (const { state, prepare } of ways) {
  test(`signs in at a scanned machine and pays once in a browser that ${state}`, async ({
    page,
    landlord,
    tenant,
  }) => {
    const errors = errorsOf(page)
    await page.addInitScript(prepare)
    await payAtSticker(page, landlord, () => login(page, tenant.email))
    await page.getByRole('link', { name: 'Transactions' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transactions')
    expect(errors).toEqual([])
  })

  test(`lets a guest pay in a browser that ${state}`, async ({ page, landlord }) => {
    const errors = errorsOf(page)
    await page.addInitScript(prepare)
    const guest = page.getByRole('button', { name: 'Continue as guest' })
    await payAtSticker(page, landlord, () => guest.click())
    expect(errors).toEqual([])
  })
}

test('shows every screen while the browser blocks storage and translates', async ({
  page,
  screens,
  owner,
}) => {
  test.setTimeout(240_000)
  await page.addInitScript(blockStorage)
  const errors = await translated(page)
  await page.goto('/auth')
  await page.getByLabel('Email').fill(owner.email)
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/auth/)
  for (const address of screens.filter((each) => !each.startsWith('/for/'))) {
    await navigateWithin(page, address)
    expect(errors, address).toEqual([])
  }
})
