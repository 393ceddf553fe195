import { makeMachine } from './box.ts'
import { local, typed } from './local.ts'
import { expect, test, toast } from './person.ts'
import { show } from './screens.ts'

test('takes a fault report in two taps, and lets the landlord refund, answer and close it', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  const code = await landlord.issueCode()
  const payment = await tenant.pay(device, code)
  await tenant.signInAt(page)
  await page.goto(`/reports/new?device=${payment.id}`)
  await expect(page).toHaveURL('/payments')
  await show(page, `/payments?cycle=${payment.id}`)
  await page.getByRole('link', { name: 'Report a problem' }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('group', { name: 'Problem' })).toContainText('Choose a problem.')
  await page.getByText('It stopped early').click()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { name: 'Report' })).toBeVisible()
  await expect(page.getByText('No answer yet.')).toBeVisible()
  const address = page.url()

  await landlord.signInAt(page)
  await show(page, '/dashboard')
  const section = page.getByRole('region', { name: 'Open reports (1)' })
  await expect(section).toContainText('It stopped early · 1 report')
  await page.getByRole('navigation').getByRole('link', { name: 'Reports' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()
  await page.getByRole('link', { name: device.device_number }).click()
  const said = page.getByRole('article', { name: tenant.fullName })
  await expect(said).toContainText(local('Payment: $2.50'))
  await expect(said).toContainText('1 report by this person')
  await said.getByRole('button', { name: 'Refund' }).click()
  const refund = page.getByRole('dialog', { name: 'Refund this payment' })
  await refund.getByLabel('Reason').fill('Stopped early')
  await refund.getByRole('button', { name: 'Refund' }).click()
  await expect(toast(page, 'Refund completed')).toBeVisible()
  await expect(said).toContainText(local('$2.50 refunded'))
  await said.getByRole('button', { name: 'Add Goodwill Credit' }).click()
  const credit = page.getByRole('dialog', { name: 'Add credit to the code that paid' })
  await expect(credit).toContainText(local('Already refunded: $2.50.'))
  await expect(credit.getByLabel('Amount')).toHaveValue('')
  await credit.getByLabel('Amount').fill(typed('1'))
  await credit.getByRole('button', { name: 'Add Goodwill Credit' }).click()
  await expect(toast(page, 'Code topped up')).toBeVisible()
  await said.getByRole('textbox', { name: 'Answer' }).fill(local('Your $2.50 is back'))
  await said.getByRole('button', { name: 'Send' }).click()
  await expect(said).toContainText(local('Your $2.50 is back'))
  await page.getByRole('button', { name: 'Take Out of Service' }).click()
  await expect(page.getByRole('button', { name: 'Return to Service' })).toBeVisible()
  await page.getByRole('button', { name: 'Mark as Resolved' }).click()
  await expect(toast(page, 'Report resolved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark as Resolved' })).toHaveCount(0)
  await expect(said.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByText('No controller linked')).toBeVisible()

  await tenant.signInAt(page)
  await page.goto(address)
  const answers = page.getByRole('region', { name: 'Answers' })
  await expect(answers).toContainText(local('Your $2.50 is back'))
  await expect(answers).toContainText('Resolved on')
  await page.getByRole('link', { name: 'My Reports' }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('Resolved')
})

test('runs a machine free of charge once on a double tap, and takes it out of use without undoing it', async ({
  page,
  landlord,
  tenant,
}) => {
  const { device, box } = await makeMachine(landlord)
  await tenant.report(device)
  const { data } = await landlord.call<{ data: { id: string }[] }>('GET', '/report-cases')
  await landlord.signInAt(page)
  await show(page, `/report-cases/${data[0]?.id}`)
  const free = page.getByRole('button', { name: 'Free Start' })
  await free.click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText(
    `${device.label} · ${device.device_number} runs for 30 minutes, free of charge.`,
  )
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect(box.starts).toEqual([])
  await free.click()
  await question.getByRole('button', { name: 'Free Start' }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect(page.getByText(/Runs free of charge until .*\d+:\d\d/)).toBeVisible()
  expect(box.starts).toMatchObject([{ seconds: 30 * 60 }])
  await expect(toast(page, 'A cycle is running')).toHaveCount(0)
  const paid = await landlord.call<{ data: unknown[] }>('GET', '/transactions')
  expect(paid.data).toEqual([])
  await page.getByRole('button', { name: 'Stop the machine' }).click()
  box.state = { running: false }
  await expect(page.getByText('Free cycle stopped')).toBeVisible()
  await expect(free).toBeVisible()

  // The clock is paused, so that the second tap comes right after the answer to the first.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 10_000)
  await page.getByRole('button', { name: 'Take Out of Service' }).click()
  const undoing = page.getByRole('button', { name: 'Return to Service' })
  await expect
    .poll(async () => {
      await page.clock.runFor(5)
      return undoing.isVisible()
    })
    .toBe(true)
  await undoing.dispatchEvent('click')
  await page.clock.runFor(1_000)
  await expect(undoing).toBeEnabled()
  expect(await landlord.call('GET', `/devices/${device.id}`)).toMatchObject({ status: 'inactive' })
})

test('makes a credit decided in two tabs once, and shows the second the reason', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  const code = await landlord.issueCode()
  await tenant.pay(device, code)
  await tenant.report(device)
  const { data } = await landlord.call<{ data: { id: string }[] }>('GET', '/report-cases')
  await landlord.signInAt(page)
  const second = await page.context().newPage()
  // Does not learn of changes in the first tab.
  await second.clock.install()
  for (const tab of [page, second]) {
    await show(tab, `/report-cases/${data[0]?.id}`)
    await tab.getByRole('button', { name: 'Add Goodwill Credit' }).click()
  }
  for (const tab of [page, second]) {
    const dialog = tab.getByRole('dialog', { name: 'Add credit to the code that paid' })
    await dialog.getByRole('button', { name: 'Add Goodwill Credit' }).click()
    if (tab === page) await expect(toast(tab, 'Code topped up')).toBeVisible()
  }
  await expect(toast(second, 'The amounts have changed')).toBeVisible()
  const found = await landlord.call('GET', `/prepaid-codes-id/${code.id}`)
  expect(found).toMatchObject({ balance: 12.5 })
})

test('makes one of a credit and a refund decided in two tabs, whichever comes first', async ({
  page,
  landlord,
  tenant,
}) => {
  const ways = {
    credit: ['Add Goodwill Credit', 'Add credit to the code that paid', 'Code topped up'],
    refund: ['Refund', 'Refund this payment', 'Refund completed'],
  } as const
  await landlord.signInAt(page)
  const second = await page.context().newPage()
  // Does not learn of changes in the first tab.
  await second.clock.install()
  for (const order of [
    ['credit', 'refund'],
    ['refund', 'credit'],
  ] as const) {
    const device = await landlord.addDevice()
    const code = await landlord.issueCode()
    await tenant.pay(device, code)
    await tenant.report(device)
    const { data } = await landlord.call<{ data: { id: string }[] }>(
      'GET',
      `/report-cases?device_id=${device.id}`,
    )
    const tabs = [page, second] as const
    for (const [at, tab] of tabs.entries()) {
      const [button] = ways[order[at] ?? 'credit']
      await show(tab, `/report-cases/${data[0]?.id}`)
      await tab.getByRole('button', { name: button, exact: true }).click()
    }
    for (const [at, tab] of tabs.entries()) {
      const way = order[at] ?? 'credit'
      const [button, title, done] = ways[way]
      const dialog = tab.getByRole('dialog', { name: title })
      if (way === 'refund') await dialog.getByLabel('Reason').fill('The door was stuck')
      await dialog.getByRole('button', { name: button, exact: true }).click()
      await expect(toast(tab, at === 0 ? done : 'The amounts have changed')).toBeVisible()
    }
    const found = await landlord.call('GET', `/prepaid-codes-id/${code.id}`)
    expect(found).toMatchObject({ remaining_balance: 10 })
  }
})

test('makes a free start decided in two tabs once, and shows the second the reason', async ({
  page,
  landlord,
  tenant,
}) => {
  const { device, box } = await makeMachine(landlord)
  await tenant.report(device)
  const { data } = await landlord.call<{ data: { id: string }[] }>('GET', '/report-cases')
  await landlord.signInAt(page)
  const second = await page.context().newPage()
  for (const tab of [page, second]) {
    await show(tab, `/report-cases/${data[0]?.id}`)
    await tab.getByRole('button', { name: 'Free Start' }).click()
  }
  const startFree = (tab: typeof page) =>
    tab.getByRole('dialog').getByRole('button', { name: 'Free Start' }).click()
  await startFree(page)
  await expect(page.getByText(/Runs free of charge until/)).toBeVisible()
  await startFree(second)
  await expect(toast(second, 'It has already been started')).toBeVisible()
  expect(box.starts).toHaveLength(1)
})

test('keeps a report open when its machine fails to load, and sends it once reconnected', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  await tenant.signInAt(page)
  const address = new RegExp(`/api/devices/${device.id}`)
  let tries = 0
  await page.route(address, (route) => {
    tries += 1
    return route.abort()
  })
  await page.goto(`/reports/new?device=${device.id}`)
  await page.getByText('It is damaged').click()
  await expect.poll(() => tries).toBeGreaterThan(3)
  await page.getByLabel('Description').fill('The door hangs')
  await page.unroute(address)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText(device.device_number)).toBeVisible()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(toast(page, 'Report sent')).toBeVisible()
})

test('shows the full fault and report time in both lists on the smallest phone', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  await tenant.report(device, { kind: 'did_not_start' })
  await page.setViewportSize({ width: 320, height: 568 })
  for (const [person, list] of [
    [tenant, '/reports'],
    [landlord, '/report-cases'],
  ] as const) {
    await person.signInAt(page)
    await show(page, list)
    for (const text of [/^It did not start$/, / \d{4}, /]) {
      const cell = page.getByRole('cell').filter({ hasText: text })
      await expect(cell).toBeVisible()
      const isWhole = await cell.evaluate(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          scrollWidth <= clientWidth && scrollHeight <= clientHeight,
      )
      expect(isWhole, `${text} in ${list}`).toBe(true)
    }
  }
})
