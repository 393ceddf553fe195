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
