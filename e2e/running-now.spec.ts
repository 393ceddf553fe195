import type { Locator } from '@playwright/test'
import { makeMachine } from './box.ts'
import { passMinutes } from './passed-time.ts'
import { expect, test } from './person.ts'
import { show } from './screens.ts'

test('shows a running machine’s minutes and link on every screen, and a list for several', async ({
  page,
  landlord,
  tenant,
}) => {
  const machines = [await makeMachine(landlord), await makeMachine(landlord)] as const
  const code = await landlord.issueCode()
  const first = await tenant.pay(machines[0].device, code)
  await tenant.signInAt(page)
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await show(page, '/profile')
    const link = page.getByRole('banner').getByRole('link', { name: /^Washer .* 30 min$/ })
    await expect(link).toHaveAttribute('href', `/payments?cycle=${first.id}`)
    await expect(link.getByText('30 min')).toBeInViewport({ ratio: 1 })
    const header = page.getByRole('banner')
    for (const name of ['Find', `Account of ${tenant.fullName}`]) {
      await expect(header.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    }
    const pageWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
    await expect.poll(async () => (await header.boundingBox())?.height).toBeLessThan(64)
    await expect.poll(pageWidth).toBe(width)
    // With text twice as large.
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await expect.poll(pageWidth).toBe(width)
    await expect(link.getByText('30 min')).toBeInViewport({ ratio: 1 })
    await expect.poll(() => overlaps(header)).toEqual([])
  }
  await page
    .getByRole('banner')
    .getByRole('link', { name: /30 min/ })
    .click()
  await expect(page.getByRole('region', { name: 'Your machine' })).toContainText('Running')
  await expect(page.getByRole('banner').getByRole('link', { name: /30 min/ })).toHaveCount(0)

  await tenant.pay(machines[1].device, code)
  await show(page, '/transactions')
  const several = page.getByRole('button', { name: 'Running machines 2' })
  await several.focus()
  await page.keyboard.press('Enter')
  const entry = page.getByRole('menuitem', { name: machines[1].device.device_number })
  await expect(entry).toContainText('30 min')
  await entry.click()
  await expect(page.getByRole('region', { name: 'Your machine' })).toBeVisible()
})

test('announces the end of a run on any screen, and removes it from the header', async ({
  page,
  landlord,
  tenant,
}) => {
  const { device, box } = await makeMachine(landlord)
  const payment = await tenant.pay(device, await landlord.issueCode())
  await tenant.signInAt(page)
  await show(page, '/profile')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: /30 min/ })).toBeVisible()
  const told = header.locator('[aria-live=polite]')
  await expect(told).toContainText(`${device.label}: Running`)
  box.state = {
    running: false,
    entry: {
      start: box.starts[0]?.id,
      result: 'accepted',
      switched: true,
      ran_seconds: 60,
      watts: null,
      busy: null,
    },
  }
  await passMinutes(payment.id, 1)
  await expect(told).toContainText(`${device.label}: Stopped early`)
  await expect(header.getByRole('link', { name: /min$/ })).toHaveCount(0)
})

/** Pairs of elements in a row that overlap. */
function overlaps(row: Locator) {
  return row.evaluate((element) => {
    const shown = [...element.querySelectorAll('a, button, img')].filter(
      (each) => each.checkVisibility() && each.getBoundingClientRect().width > 0,
    )
    return shown.flatMap((left, index) =>
      shown
        .slice(index + 1)
        .filter((right) => !left.contains(right))
        .filter((right) => {
          const [a, b] = [left.getBoundingClientRect(), right.getBoundingClientRect()]
          return a.right > b.left + 1 && b.right > a.left + 1
        })
        .map((right) => `${left.ariaLabel ?? left.tagName} ${right.ariaLabel ?? right.tagName}`),
    )
  })
}
