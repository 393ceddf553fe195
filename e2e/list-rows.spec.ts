import type { Page } from '@playwright/test'
import { makeMachine } from './box.ts'
import { local } from './local.ts'
import { expect, type Person, test } from './person.ts'
import { otherLocales, show } from './screens.ts'

const lists = ['/devices', '/prepaid-codes', '/transactions', '/admin/users']
const place = 'Elm Street 4, basement'

/** Devices that run, are available and inactive; refunded payments; a batch; large balances. */
async function fill(landlord: Person, admin: Person) {
  await admin.makeAdmin(landlord)
  const device = await landlord.addDevice({ label: 'Washer 1', location: place, price: 3.25 })
  await landlord.addDevice({
    ...{ label: 'Washer 2 by the window to the yard', location: place, price: 1234.5 },
    ...{ status: 'inactive', duration_minutes: 1000 },
  })
  const facts = { label: 'Dryer 1', device_type: 'dryer', location: place } as const
  const { device: running } = await makeMachine(landlord, {}, facts)
  const { device: failing, box } = await makeMachine(landlord, {}, { location: place })
  box.answers = 'door'
  const code = await landlord.issueCode({ balance: 100, customer_name: 'Ana Alvarez de la Vega' })
  for (const each of [device, running, failing]) await landlord.pay(each, code)
  const { id } = await landlord.pay(await landlord.addDevice({ location: place }), code)
  await landlord.call('POST', `/transactions/${id}/refunds`, { amount: 1, reason: 'Too hot' })
  await landlord.issueCode({ balance: 9876.5, disabled: true })
  const customers = ['Ben Brown', 'Cleo Clark'].map((customer_name) => ({ customer_name }))
  const batch = { customers, balance: 10, tag: 'Birch Street' }
  await landlord.call('POST', '/prepaid-code-batches', batch)
}

const rowsOf = (page: Page) => page.locator('tbody tr:has(td)')

/** Rows higher than a line, with a second line for whose a code is. */
function highRows(page: Page) {
  return rowsOf(page).evaluateAll((rows) =>
    rows
      .map((row) => [Math.round(row.getBoundingClientRect().height), row.textContent] as const)
      .filter(([height]) => height > 53),
  )
}

/** Pixels of the list to which one has to scroll. */
function excess(page: Page) {
  const frame = page.getByRole('table').locator('..')
  return frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
}

/** Amounts, durations, dates and states of the list that are broken across lines or cut off. */
function brokenFigures(page: Page) {
  return page.locator('tbody').evaluate((body) => {
    const found: (string | null)[] = []
    const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const { textContent, parentElement } = text
      const isShown = parentElement?.checkVisibility({ visibilityProperty: true })
      if (
        !isShown ||
        !/^(−?[^A-Za-z\d]{0,2}[\d,.]+|\d+ \S+( \d.*)?|\S+ \d+, .*)$/.test(textContent ?? '')
      )
        continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const { left, right } = range.getBoundingClientRect()
      const isBroken = range.getClientRects().length > 1
      const isCut = parentElement && parentElement.scrollWidth > parentElement.clientWidth + 1
      const isOutside = innerWidth < 768 && (left < 0 || right > innerWidth)
      if (isBroken || isCut || isOutside) found.push(textContent)
    }
    return found
  })
}

for (const locale of ['en-US', ...otherLocales]) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale, reducedMotion: 'reduce' })

    test('shows a row of each list on one line from 1024 pixels on, and as cards of whole figures on a small phone', async ({
      page,
      landlord,
      admin,
    }) => {
      test.slow()
      await fill(landlord, admin)
      await landlord.signInAt(page)
      for (const address of lists) {
        await page.setViewportSize({ width: 1280, height: 800 })
        await show(page, address)
        await expect(rowsOf(page).first()).toBeVisible()
        for (const width of [1280, 1024]) {
          await page.setViewportSize({ width, height: 800 })
          await expect.poll(() => highRows(page), `${address} ${width}`).toEqual([])
          await expect.poll(() => brokenFigures(page), `${address} ${width}`).toEqual([])
          await expect.poll(() => excess(page), `${address} ${width}`).toBe(0)
        }
        await page.setViewportSize({ width: 320, height: 800 })
        await expect.poll(() => brokenFigures(page), `${address} 320`).toEqual([])
        const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        await expect.poll(wider, address).toBeLessThanOrEqual(0)
      }
    })
  })
}

test('puts checkbox, code and copy button on one line', async ({ page, landlord }) => {
  const { code } = await landlord.issueCode({ customer_name: 'Ana Alvarez' })
  await landlord.signInAt(page)
  await show(page, '/prepaid-codes')
  const parts = [
    page.getByRole('checkbox', { name: code }),
    page.getByRole('link', { name: code, exact: true }),
    page.getByRole('button', { name: `Copy code ${code}` }),
  ]
  const boxes = await Promise.all(parts.map((part) => part.boundingBox()))
  for (const box of boxes.slice(1)) {
    expect(box?.y).toBeLessThan((boxes[0]?.y ?? 0) + (boxes[0]?.height ?? 0))
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(boxes[0]?.y ?? Infinity)
  }
})

test('shows one state a device, and no location below its heading', async ({ page, landlord }) => {
  await landlord.addDevice({ label: 'Washer 1', location: place })
  await landlord.addDevice({ label: 'Washer 2', location: place, status: 'inactive' })
  await landlord.signInAt(page)
  await show(page, '/devices?show=mine')
  await expect(page.getByRole('table').locator('.mantine-Badge-root')).toHaveText([
    'Available · by timer',
    'Inactive',
  ])
  await expect(page.getByRole('rowheader', { name: place })).toBeVisible()
  const shown = page.getByRole('cell', { name: place })
  await expect(shown).toHaveCount(2)
  for (const box of await Promise.all([shown.first(), shown.last()].map((c) => c.boundingBox())))
    expect(box?.width).toBeLessThanOrEqual(1)
})

test('marks the edge at which a list goes on', async ({ page, landlord }) => {
  await landlord.pay(await landlord.addDevice(), await landlord.issueCode())
  await landlord.signInAt(page)
  await page.setViewportSize({ width: 800, height: 800 })
  await show(page, '/transactions')
  const frame = page.getByRole('table').locator('..')
  expect(await excess(page)).toBeGreaterThan(0)
  await expect(frame).toHaveCSS('background-attachment', /local.*scroll/)
})

test('names the machine, time, amount and refund of a payment on a phone, and no id', async ({
  page,
  landlord,
  tenant,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const device = await landlord.addDevice({ label: 'Washer 1', price: 3.25 })
  const { id } = await tenant.pay(device, await landlord.issueCode())
  const body = { amount: 3.25, reason: 'Too hot' }
  await landlord.call('POST', `/transactions/${id}/refunds`, body)
  await tenant.signInAt(page)
  await show(page, '/transactions')
  const row = rowsOf(page).first()
  for (const text of [local('−$3.25'), 'Refunded', local(/^(\w+ \d+|\d+ \w+), \d+:\d\d\s[AP]M$/)]) {
    await expect(row.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(row.getByText(id.slice(0, 8))).toBeHidden()
  await row.getByRole('link', { name: 'Washer 1' }).click()
  await expect(page).toHaveURL(`/transactions/${id}`)
  await landlord.signInAt(page)
  await show(page, '/transactions')
  await expect(row.getByText(local('$3.25'), { exact: true })).toBeVisible()
})

test('opens no menu whose code arrives late over what the user does by then', async ({
  page,
  landlord,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await landlord.addDevice()
  await landlord.signInAt(page)
  await show(page, '/devices')
  const asked = page.waitForRequest(/ActionItems/)
  const held = Promise.withResolvers<void>()
  await page.route(/ActionItems/, async (route) => {
    await held.promise
    await route.continue()
  })
  const button = page.getByRole('button', { name: 'More actions', exact: true })
  await button.click()
  await asked
  const search = page.getByRole('searchbox')
  await search.click()
  const loaded = page.waitForResponse(/ActionItems/)
  held.resolve()
  await loaded
  await page.keyboard.type('Xyzzy', { delay: 50 })
  await expect(search).toHaveValue('Xyzzy')
  await expect(page.getByText('No devices found')).toBeVisible()
  await expect(search).toBeFocused()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await button.click()
  await expect(page.getByRole('menu')).toBeVisible()
})
