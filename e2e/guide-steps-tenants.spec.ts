import { randomUUID } from 'node:crypto'
import { makeRoom, savePlan } from './booking-rooms.ts'
import { button, choose, link, test } from './guide-section.ts'
import { local } from './local.ts'
import { expect } from './person.ts'
import { show } from './screens.ts'

test.describe('Pay for a machine', () => {
  test.use({ name: 'tenants', heading: 'Pay' })

  test('works for a tenant as the guide says', async ({ page, landlord, tenant, section }) => {
    const { the } = section
    const device = await landlord.addDevice()
    const { code } = await landlord.issueCode()
    await show(page, `/m/${device.sticker_number}`)
    await expect(button(page, the('Continue as guest'))).toBeVisible()
    await tenant.signInAt(page)
    await choose(page, the('Payments'))
    await expect(button(page, the('Scan'))).toBeVisible()
    await page.getByRole('textbox', { name: /number/i }).fill(device.sticker_number)
    await expect(page.getByRole('tab', { name: the('Credit Card') })).toBeVisible()
    await page.getByRole('textbox', { name: 'Prepaid Code' }).fill(code)
    await page.getByLabel(the('Save this code for next time')).check()
    await button(page, local('Pay $2.50')).click()
    await expect(page.getByRole('region', { name: 'Your machine' })).toContainText('Running')
    await show(page, `/rooms/${device.sticker_number}`)
    await expect(button(page, the('Notify me when available'))).toBeVisible()
  })
})

test.describe('Use a code', () => {
  test.use({ name: 'tenants', heading: 'Your codes' })

  test('works for a tenant as the guide says', async ({ page, landlord, tenant, section }) => {
    const { the } = section
    await tenant.verify()
    await landlord.verify()
    await landlord.allowTopUps()
    await landlord.issueCode({ customer_email: tenant.email })
    await tenant.signInAt(page)
    await choose(page, the('Prepaid Codes'))
    const card = page.getByRole('list', { name: 'Your codes' }).getByRole('listitem')
    await expect(card.getByText(the('Pay'), { exact: true })).toBeVisible()
    await card.getByText(the('Top up'), { exact: true }).click()
    await expect(page.getByRole('textbox', { name: 'Amount' })).toBeVisible()
  })
})

test.describe('Wait for a machine', () => {
  test.use({ name: 'tenants', heading: 'Wait in line, or hold a machine' })

  test('works for a tenant as the guide says', async ({ page, landlord, tenant, section }) => {
    const { the } = section
    const location = `Cellar ${randomUUID().slice(0, 8)}`
    const device = await landlord.addDevice({ location })
    const room = `/rooms/${device.sticker_number}`
    await landlord.call('PUT', `${room}/rules`, {
      ...{ queue_types: ['washer'], hold_types: ['washer'] },
      ...{ turn_minutes: 5, hold_minutes: 10, pause_minutes: 0 },
    })
    await tenant.signInAt(page)
    await show(page, room)
    await page.getByRole('button', { name: /^Hold for/ }).click()
    await button(page, the('End hold')).click()
    await expect(button(page, the('End hold'))).toHaveCount(0)
    await landlord.pay(device, await landlord.issueCode())
    await button(page, the('Join the queue')).click()
    await button(page, the('Leave the queue')).click()
    await expect(button(page, the('Join the queue'))).toBeVisible()
  })
})

test.describe('Book a slot', () => {
  test.use({ name: 'tenants', heading: 'Book a slot' })

  test('works for a tenant as the guide says', async ({ page, landlord, tenant, section }) => {
    const { the } = section
    const room = await makeRoom(landlord, 'washer')
    await savePlan(landlord, room)
    await tenant.signInAt(page)
    await show(page, room.address)
    await link(page, the('Book a slot')).click()
    const slot = page.getByRole('button', { name: /^Book: Washers, / })
    await slot.filter({ visible: true }).last().click()
    await button(page, the('Book')).click()
    const own = page.getByRole('region', { name: 'Your bookings' })
    for (const action of [the('Move'), the('Add to calendar')]) {
      await expect(own.getByText(action, { exact: true })).toBeVisible()
    }
    await button(page, the('Subscribe in a calendar app')).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await own.getByText(the('Cancel booking'), { exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: the('Cancel booking') })
      .click()
    await expect(own).toHaveCount(0)
  })
})

test.describe('Report a fault', () => {
  test.use({ name: 'tenants', heading: 'Report a problem' })

  test('works for a tenant as the guide says', async ({ page, landlord, tenant, section }) => {
    const { the } = section
    const { id } = await tenant.pay(await landlord.addDevice(), await landlord.issueCode())
    await tenant.signInAt(page)
    await show(page, `/payments?cycle=${id}`)
    await link(page, the('Report a problem')).click()
    await page.getByText('It stopped early').click()
    await button(page, the('Send')).click()
    await expect(page.getByLabel(the('Reply'))).toBeVisible()
    await link(page, the('My Reports')).click()
    await expect(page.getByRole('row').nth(1)).toContainText('It stopped early')
  })
})
