import { Box } from './box.ts'
import { button, choose, link, test } from './guide-section.ts'
import { local, typed } from './local.ts'
import { mailedLink } from './mailbox.ts'
import { chooseMore, expect, password, toast } from './person.ts'
import { show } from './screens.ts'

test.describe('Wire a machine', () => {
  test.use({ heading: 'Wire a machine' })

  test('works for a landlord as the guide says', async ({ page, landlord, section }) => {
    const { the } = section
    await landlord.signInAt(page)
    await choose(page, the('Controllers'))
    await link(page, the('Add Controller')).click()
    await page.getByRole('textbox', { name: the('Name'), exact: true }).fill('Basement')
    await page.getByLabel(the('Kind')).selectOption('Coinless agent')
    await button(page, 'Add Controller').click()
    const credential = (await page.locator('pre').first().textContent()) ?? ''
    await link(page, the('Done, I’ve saved it')).click()
    const box = await Box.connect({ credential })

    await choose(page, the('Devices'))
    await link(page, the('Add Device')).click()
    await page.getByLabel('Label').fill('Washer by the window')
    await page.getByLabel('Device Number').fill('W-2')
    await page.getByLabel('Location').fill('Elm Street 4')
    await button(page, the('Create Device')).click()
    await link(page, the('Controller')).click()
    await button(page, the('Link to a controller')).click()
    const dialog = page.getByRole('dialog', { name: 'Link to a controller' })
    await dialog.getByLabel('Controller').selectOption('Basement')
    await dialog.getByLabel(the('Channel')).fill('1')
    await dialog.getByRole('button', { name: 'Link to a controller' }).click()
    await button(page, the('Test Start')).click()
    await expect.poll(() => box.starts.length).toBe(1)
    await box.disconnect()
  })
})

test.describe('Label a machine', () => {
  test.use({ heading: 'Label it' })

  test('works for a landlord as the guide says', async ({ page, landlord, section }) => {
    const { the } = section
    const device = await landlord.addDevice()
    await landlord.signInAt(page)
    await show(page, `/devices/${device.id}`)
    await chooseMore(page, the('Print Stickers'))
    await page.getByLabel(the('Paper')).selectOption({ index: 1 })
    const printed = page.evaluate(
      () => new Promise((resolve) => Object.assign(window, { print: () => resolve(true) })),
    )
    await button(page, the('Print')).click()
    expect(await printed).toBe(true)
  })
})

test.describe('Issue codes', () => {
  test.use({ heading: 'Issue codes' })

  test('works for a landlord as the guide says', async ({ page, landlord, section }) => {
    const { the } = section
    await landlord.signInAt(page)
    await choose(page, the('Prepaid Codes'))
    await link(page, the('Create Code')).click()
    await page.getByLabel(the('Balance')).fill(typed('10'))
    await button(page, 'Create Code').click()
    await expect(page.getByRole('main')).toContainText(local('$10.00'))

    await show(page, '/prepaid-codes')
    await link(page, the('Issue a Batch')).click()
    await page.getByLabel(the('Names and emails')).fill('Ana Alvarez, ana@example.com')
    await page.getByRole('button', { name: /^Issue 1 Code/ }).click()
    await expect(button(page, the('Email the Codes'))).toBeVisible()
    await expect(link(page, the('Print Cards'))).toBeVisible()

    const { id } = await landlord.issueCode()
    await show(page, `/prepaid-codes/${id}`)
    const dialog = page.getByRole('dialog')
    await button(page, the('Top Up')).click()
    await dialog.getByRole('textbox').first().fill(typed('5'))
    await dialog.getByRole('button', { name: 'Top Up' }).click()
    await expect(page.getByRole('main')).toContainText(local('$15.00'))
    await button(page, the('Expiry')).click()
    const expiry = page.getByRole('dialog', { name: 'When does this code expire?' })
    await expect(expiry.getByLabel('Last valid day')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(expiry).toBeHidden()
    await button(page, the('Disable')).click()
    await expect(button(page, 'Enable')).toBeVisible()
  })
})

test.describe('Refund a payment', () => {
  test.use({ heading: 'Refund a payment' })

  test('works for a landlord as the guide says', async ({ page, landlord, tenant, section }) => {
    const { the } = section
    const device = await landlord.addDevice()
    await tenant.pay(device, await landlord.issueCode())
    await landlord.signInAt(page)
    await choose(page, the('Transactions'))
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    const dialog = page.getByRole('dialog')
    await button(page, the('Refund')).click()
    await dialog.getByLabel('Reason').fill('A door that was stuck')
    await dialog.getByRole('button', { name: 'Refund' }).click()
    await expect(toast(page, 'Refund completed')).toBeVisible()

    await landlord.addController()
    await show(page, `/devices/${device.id}/controller`)
    await button(page, 'Link to a controller').click()
    await expect(dialog.getByRole('switch', { name: the('Refund unused minutes') })).toBeVisible()
  })
})

test.describe('Answer reports', () => {
  test.use({ heading: 'Answer reports' })

  test('works for a landlord as the guide says', async ({ page, landlord, tenant, section }) => {
    const { the } = section
    const device = await landlord.addDevice()
    await tenant.report(device)
    await landlord.signInAt(page)
    await choose(page, the('Reports'))
    await page.getByRole('link', { name: device.device_number }).click()
    await page.getByLabel(the('Answer')).fill('It is mended')
    await button(page, 'Send').click()
    await button(page, the('Take Out of Service')).click()
    await expect(button(page, 'Return to Service')).toBeVisible()
    await button(page, the('Mark as Resolved')).click()
    await expect(toast(page, 'Report resolved')).toBeVisible()
    await expect(button(page, the('Reopen'))).toBeVisible()
  })
})

test.describe('Give a room a queue and bookings', () => {
  test.use({ heading: 'Should my room have a queue or bookings?' })

  test('works for a landlord as the guide says', async ({ page, landlord, section }) => {
    const { the } = section
    const device = await landlord.addDevice()
    await landlord.signInAt(page)
    await show(page, `/devices/${device.id}`)
    await link(page, the('All machines here')).click()
    await link(page, the('Queue and holds')).click()
    await page.getByLabel(the('Queue'), { exact: true }).check()
    await expect(page.getByLabel(the('Held for the next in line (min)'))).toHaveValue('5')
    await page.getByLabel(the('Hold'), { exact: true }).check()
    await expect(page.getByLabel(the('Length of a hold (min)'))).toHaveValue('10')
    await expect(page.getByLabel(the('Pause after an unused hold (min)'))).toHaveValue('15')
    await button(page, the('Save Changes')).click()
    await expect(toast(page, 'Queue and holds changed')).toBeVisible()

    await show(page, `/rooms/${device.sticker_number}`)
    await link(page, the('Booking plan')).click()
    await button(page, the('Set up bookings')).click()
    await expect(button(page, `${the('Fill the week')} of All machines`)).toBeVisible()
    await expect(page.getByLabel(the('Released if unpaid after (min)'))).toHaveValue('20')
    await page
      .getByRole('button', { name: /^Sunday: / })
      .first()
      .click()
    const slot = page.getByRole('dialog', { name: 'Slot on Sunday' })
    await slot.getByRole('button', { name: 'Close' }).click()
    await expect(slot).toHaveCount(0)
    await button(page, 'Save Changes').click()
    await expect(toast(page, 'Booking plan saved')).toBeVisible()

    await show(page, `/rooms/${device.sticker_number}`)
    await expect(link(page, the('Opening hours'))).toBeVisible()
    await link(page, the('Displays')).click()
    await link(page, the('Add Display')).click()
    await page.getByLabel(the('Payments at the display')).check()
  })
})

test.describe('See the usage', () => {
  test.use({ heading: 'See when machines are busy' })

  test('works for a landlord as the guide says', async ({ page, landlord, section }) => {
    const { the } = section
    await landlord.pay(await landlord.addDevice(), await landlord.issueCode())
    await landlord.signInAt(page)
    await show(page, '/dashboard')
    await link(page, the('All figures')).click()
    await link(page, the('Usage')).click()
    await expect(
      page.getByRole('region', { name: the('Queues, holds and bookings') }),
    ).toBeVisible()
    const file = page.waitForEvent('download')
    await button(page, the('Export Hours')).click()
    expect((await file).suggestedFilename()).toMatch(/^usage-/)
  })
})

test.describe('Invite staff', () => {
  test.use({ heading: 'Let others in' })

  test('works for a landlord as the guide says', async ({ page, landlord, tenant, section }) => {
    const { the } = section
    await Promise.all([landlord.verify(), tenant.verify()])
    await landlord.signInAt(page)
    await choose(page, the('Settings'))
    await page
      .getByRole('main')
      .getByRole('link', { name: the('Staff') })
      .click()
    await link(page, the('Invite Staff')).click()
    await page.getByLabel('Email').fill(tenant.email)
    for (const role of ['Bookkeeper', 'Technician', 'Manager'] as const) {
      await page.getByLabel('Role').selectOption(the(role))
    }
    const everywhere = page.getByRole('switch', { name: the('All places') })
    await everywhere.uncheck()
    await expect(page.getByRole('group', { name: 'Places' })).toBeVisible()
    await everywhere.check()
    await page.getByLabel('Current password').fill(password)
    await button(page, 'Invite Staff').click()
    await expect(page.getByRole('row').filter({ hasText: tenant.email })).toContainText('Manager')

    await tenant.signInAt(page)
    await page.goto(await mailedLink(tenant.email, 'invites you to'))
    await button(page, the('Accept')).click()
    await expect(page.getByRole('region', { name: 'Working for' })).toContainText('as Manager')

    await landlord.signInAt(page)
    await show(page, '/settings/staff')
    await expect(link(page, the('Account Trail'))).toBeVisible()
    await button(page, `Remove ${tenant.email}`).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: the('Remove') })
      .click()
    await expect(page.getByText('No staff yet')).toBeVisible()
  })
})

test.describe('Find settings', () => {
  test.use({ heading: 'Settings' })

  test('works for a landlord as the guide says', async ({ page, landlord, section }) => {
    const { the } = section
    await landlord.verify()
    await landlord.signInAt(page)
    await choose(page, the('Settings'))
    const entry = (name: string) => page.getByRole('main').getByRole('link', { name: the(name) })
    for (const name of ['Staff', 'Top-up Settings', 'Webhooks', 'API Keys', 'Places']) {
      await expect(entry(name)).toBeVisible()
    }
    await entry('Business Details').click()
    await expect(page.getByLabel('Tax is due')).toContainText(the('When a code is sold'))
    await link(page, the('Profile')).click()
    await expect(page.getByLabel('Full Name')).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Find' })).toBeVisible()
  })
})
