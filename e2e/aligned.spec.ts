import type { Locator } from '@playwright/test'
import { expect, test } from './person.ts'
import { show } from './screens.ts'

const boxes = (things: Locator) =>
  things.evaluateAll((all) => all.map((each) => each.getBoundingClientRect()))

for (const width of [390, 1280]) {
  test(`aligns the states of a room's machines, ${width} pixels wide`, async ({
    page,
    landlord,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const label = 'Washer with a long label beside the door to the yard'
    const [device] = [await landlord.addDevice({ label }), await landlord.addDevice({ label: 'W' })]
    await landlord.pay(device, await landlord.issueCode())
    await landlord.signInAt(page)
    await show(page, `/rooms/${device.sticker_number}`)
    const states = page.getByRole('listitem').locator('.mantine-Badge-root')
    await expect(states).toHaveCount(2)
    expect(new Set((await boxes(states)).map(({ x }) => x)).size).toBe(1)
  })
}

test('keeps the inputs beside each other level, however long their labels', async ({
  page,
  landlord,
}) => {
  const device = await landlord.addDevice()
  const name = 'Delicates with two rinses'
  await landlord.savePrices(device, {
    time_zone: 'Europe/Madrid',
    programmes: [
      { name: 'Short', duration_minutes: 30, price: 2.5 },
      { name, duration_minutes: 60, price: 5 },
    ],
    times: [{ days: [5], from: '22:00', until: '06:00', prices: [1, 2] }],
  })
  await landlord.signInAt(page)
  await show(page, `/devices/${device.id}/prices`)
  const time = page.getByRole('group', { name: 'Time-based price 1' })
  await expect(time.getByLabel(`Price of ${name}`)).toBeVisible()
  const inputs = await boxes(time.locator('.mantine-Input-input'))
  expect(inputs).toHaveLength(4)
  expect(new Set(inputs.map(({ y }) => y)).size).toBe(1)
  const programme = page.getByRole('group', { name: /^Programme 1/ })
  const [field, button] = [
    ...(await boxes(programme.locator('.mantine-Input-input').last())),
    ...(await boxes(programme.getByRole('button').last())),
  ]
  const middle = (box?: DOMRect) => (box ? box.y + box.height / 2 : 0)
  expect(Math.abs(middle(field) - middle(button))).toBeLessThan(2)
})

/** Lines on which the end of a text stands. */
const linesOfEnd = (thing: Locator, end: string) =>
  thing.evaluate((element, wanted) => {
    const range = document.createRange()
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const at = text.textContent?.indexOf(wanted) ?? -1
      if (at < 0) continue
      range.setStart(text, at)
      range.setEnd(text, at + wanted.length)
    }
    return new Set([...range.getClientRects()].map(({ y }) => Math.round(y))).size
  }, end)

test('breaks no device number on a phone', async ({ page, landlord }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const device_number = 'W-1dbc4a-88'
  const device = await landlord.addDevice({ device_number })
  const payment = await landlord.pay(device, await landlord.issueCode())
  await landlord.signInAt(page)
  for (const address of [
    '/dashboard',
    `/payments?cycle=${payment.id}`,
    '/revenue?by=device&period=this_year',
  ]) {
    await show(page, address)
    const link = page.getByRole('main').getByRole('link', { name: device_number }).first()
    await expect(link).toBeVisible()
    expect(await linesOfEnd(link, device_number), address).toBe(1)
  }
})

test('keeps a code to pay with on one line, however long its customer’s address', async ({
  page,
  landlord,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await landlord.verify()
  // Other tests' lists show it, too.
  const device = await landlord.addDevice({ label: 'W', device_number: '1', location: 'E' })
  await landlord.issueCode({ customer_email: landlord.email })
  await landlord.signInAt(page)
  await show(page, `/payments?device=${device.id}`)
  const choice = page.getByRole('group', { name: 'Your codes' }).locator('label').first()
  await expect(choice).toBeVisible()
  const middles = (await boxes(choice.locator('> *'))).map(({ y, height }) => y + height / 2)
  expect(middles).toHaveLength(3)
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(3)
})

test.describe('in Spanish', () => {
  test.use({ locale: 'es-ES' })

  test('shows the headings of tables on one line, 1280 pixels wide', async ({ page, landlord }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const device = await landlord.addDevice()
    await landlord.pay(device, await landlord.issueCode())
    await landlord.report(device)
    await landlord.signInAt(page)
    for (const address of ['/transactions', '/report-cases']) {
      await show(page, address)
      const headings = page.getByRole('columnheader')
      await expect(headings.first()).toBeVisible()
      const heights = (await boxes(headings)).map(({ height }) => height)
      expect(Math.max(...heights), address).toBeLessThan(60)
      const frame = page.locator('main div:has(> table)')
      expect(
        await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
        address,
      ).toBe(0)
    }
  })
})
