import { randomUUID } from 'node:crypto'
import { AxeBuilder } from '@axe-core/playwright'
import type { Device } from '@coinless/contract/devices.ts'
import type { RoomRules } from '@coinless/contract/rooms.ts'
import type { APIRequestContext, Page } from '@playwright/test'
import { local } from './local.ts'
import { passMinutes } from './passed-time.ts'
import { expect, type Person, register, test, toast } from './person.ts'
import { show } from './screens.ts'
import { countTouches } from './touches.ts'

test.use({ viewport: { width: 390, height: 800 } })

const time = '\\d+:\\d\\d\\s[AP]M'
const washers = (page: Page) => page.getByRole('region', { name: 'Washer' })

async function makeRoom(landlord: Person, rules: Partial<RoomRules>, machines = 1) {
  const location = `Cellar ${randomUUID().slice(0, 8)}`
  const devices: Device[] = []
  for (let left = machines; left > 0; left--) {
    devices.push(await landlord.addDevice({ location, device_number: `W-${left}` }))
  }
  const [device] = devices.toReversed()
  if (!device) throw new Error('a room has machines')
  const { sticker_number } = device
  await landlord.call('PUT', `/rooms/${sticker_number}/rules`, {
    ...{ queue_types: [], hold_types: [], turn_minutes: 5, hold_minutes: 10, pause_minutes: 15 },
    ...rules,
  })
  return { location, device, sticker_number, path: `/rooms/${sticker_number}` }
}

async function verifiedTenant(request: APIRequestContext) {
  const person = await register(request, 'tenant')
  await person.verify()
  return person
}

/** Fits the smallest phone, too. */
async function expectGoodPage(page: Page) {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  expect((await axe.analyze()).violations).toEqual([])
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 })
    const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(excess).toBe(0)
  }
}

test('queues with one tap, shows the turn, and takes its payment', async ({
  page,
  landlord,
  tenant,
  request,
}) => {
  const { device, path, location } = await makeRoom(landlord, { queue_types: ['washer'] })
  const code = await landlord.issueCode()
  const { id: cycle } = await landlord.pay(device, code)
  const first = await verifiedTenant(request)
  await first.call('POST', `${path}/queues`, { device_type: 'washer' })
  await tenant.verify()
  await landlord.issueCode({ customer_email: tenant.email })
  await tenant.signInAt(page)
  const touches = await countTouches(page)
  await show(page, path)
  await expect(washers(page)).toContainText('1 person in line')
  await expect(page.getByRole('button', { name: 'Notify me when available' })).toHaveCount(0)
  await washers(page).getByRole('button', { name: 'Join the queue' }).click()
  const group = washers(page).getByRole('group', { name: 'Queue' })
  await expect(group).toContainText('Position 2 in line')
  await expect(group).toContainText('2 people in line')
  await expect(group).toContainText(local(new RegExp(`Available at about .*${time}`)))
  expect(await touches()).toEqual([1, 0, 0])
  await expect(group).toBeFocused()
  await expectGoodPage(page)

  await first.call('DELETE', `${path}/queues/washer`)
  await expect(group).toContainText('Position 1 in line')
  await passMinutes(cycle, 31)
  await expect(group).toContainText(local(new RegExp(`W-1 is yours until .*${time}`)))
  await expect(group.getByRole('timer')).toHaveText(/^[45]:\d\d min left$/)
  const said = await group.getByRole('timer').textContent()
  await expect(group.getByRole('timer')).not.toHaveText(said ?? '')
  await expectGoodPage(page)
  await show(page, '/dashboard')
  const card = page.getByRole('region', { name: 'In line' })
  await expect(card).toContainText('W-1 is yours until')
  await expectGoodPage(page)
  await expect(card.getByRole('link', { name: `Washer: ${location}` })).toBeVisible()
  await show(page, '/payments')
  await card.getByRole('link', { name: 'Pay: W-1' }).click()
  await page.getByRole('button', { name: local('Pay $2.50') }).click()
  await expect(page.getByRole('region', { name: 'Your machine' })).toContainText('Running')
  await show(page, path)
  await expect(washers(page).getByRole('heading')).toHaveText('Washer: 0 of 1 available')
  await expect(washers(page).getByRole('button', { name: 'Join the queue' })).toBeVisible()
})

test('holds a machine with one tap, which others see and cannot pay at', async ({
  page,
  browser,
  landlord,
  tenant,
  request,
}) => {
  const { device, path } = await makeRoom(landlord, { hold_types: ['washer'] }, 2)
  await tenant.signInAt(page)
  const touches = await countTouches(page)
  await show(page, path)
  await page.setViewportSize({ width: 320, height: 800 })
  const link = washers(page).getByRole('link', { name: /W-1/ })
  await expect.poll(async () => (await link.boundingBox())?.width).toBeGreaterThanOrEqual(160)
  await washers(page).getByRole('button', { name: 'Hold for 10 min: W-1' }).click()
  const hold = washers(page).getByRole('group', { name: 'Your hold' })
  await expect(hold).toContainText('W-1 is yours until')
  await expect(hold.getByRole('timer')).toHaveText(/^(10:00|9:\d\d) min left$/)
  expect(await touches()).toEqual([1, 0, 0])
  await expect(washers(page).getByRole('button', { name: /^Hold for/ })).toHaveCount(0)
  await expect(hold.getByRole('link', { name: 'Pay: W-1' })).toHaveAttribute(
    'href',
    `/payments?device=${device.id}`,
  )
  await expectGoodPage(page)

  const other = await browser.newPage({ viewport: { width: 390, height: 800 } })
  await show(other, `/m/${device.sticker_number}`)
  const machine = other.getByRole('region', { name: device.label })
  const held = local(new RegExp(`Held for someone else until .*${time}`))
  await expect(machine.first()).toContainText(held)
  await expect(other.getByRole('region', { name: 'Available here now' })).toContainText('W-2')
  await (await verifiedTenant(request)).signInAt(other)
  await show(other, path)
  await expect(washers(other).getByRole('heading')).toHaveText('Washer: 1 of 2 available')
  await expect(washers(other).getByRole('listitem').first()).toContainText('Held until')
  await washers(other).getByRole('link', { name: /W-1/ }).click()
  await expect(other.getByRole('heading', { level: 2, name: held })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Notify me when available' })).toBeVisible()
  await expectGoodPage(other)

  await hold.getByRole('button', { name: 'End hold' }).click()
  await expect(hold).toHaveCount(0)
  await expect(washers(page)).toContainText('You can hold a machine again at')
  await expect(other.getByRole('button', { name: local('Pay $') })).toBeVisible()
  await other.close()
})

test('queues from the payment at a machine that is held for another, and leaves', async ({
  page,
  landlord,
  tenant,
  request,
}) => {
  const { device, path } = await makeRoom(landlord, { queue_types: ['washer'] })
  const payable = `/payments?device=${device.id}`
  await landlord.issueCode({ customer_email: tenant.email })
  await tenant.verify()
  await tenant.signInAt(page)
  await show(page, payable)
  const pay = page.getByRole('button', { name: local('Pay $2.50') })
  await expect(pay).toBeVisible()
  const first = await verifiedTenant(request)
  await first.call('POST', `${path}/queues`, { device_type: 'washer' })
  const turn = async () => {
    const { data } = await first.call<{ data: { turn: unknown }[] }>('GET', '/queues')
    return data[0]?.turn
  }
  await expect.poll(turn).toBeTruthy()
  await pay.click()
  await expect(toast(page, 'This machine is held for someone else')).toBeVisible()
  await page.getByRole('button', { name: 'Join the queue' }).click()
  const group = page.getByRole('group', { name: 'Queue' })
  await expect(group).toContainText('Position 2 in line')
  await expectGoodPage(page)
  await group.getByRole('button', { name: 'Leave the queue' }).click()
  await expect(page.getByRole('button', { name: 'Join the queue' })).toBeVisible()
})

test('keeps the list and the focus when the landlord turns a queue on and off', async ({
  page,
  landlord,
  tenant,
}) => {
  const { device, path } = await makeRoom(landlord, {})
  await landlord.pay(device, await landlord.issueCode())
  await tenant.signInAt(page)
  const code = Promise.withResolvers<void>()
  await page.route(/SectionQueue/, (route) => code.promise.then(() => route.continue()))
  await show(page, path)
  const wait = page.getByRole('button', { name: 'Notify me when available' })
  await expect(wait).toBeVisible()
  const link = washers(page).getByRole('link', { name: /W-1/ })
  await link.focus()
  const { queue_types: _, ...rules } = await landlord.call<RoomRules>('GET', `${path}/rules`)
  await landlord.call('PUT', `${path}/rules`, { ...rules, queue_types: ['washer'] })
  await expect(wait).toHaveCount(0)
  await expect(link).toBeFocused()
  code.resolve()
  await washers(page).getByRole('button', { name: 'Join the queue' }).press('Enter')
  await expect(washers(page).getByRole('group', { name: 'Queue' })).toBeFocused()
  await landlord.call('PUT', `${path}/rules`, { ...rules, queue_types: [] })
  await expect(wait).toBeVisible()
  await expect(washers(page)).toBeFocused()
})
