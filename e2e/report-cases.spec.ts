import { makeMachine } from './box.ts'
import { local } from './local.ts'
import { expect, register, test, toast } from './person.ts'
import { show } from './screens.ts'

test('shows both sides what happened after the payment, and the landlord before deciding', async ({
  page,
  landlord,
  tenant,
}) => {
  const { device } = await makeMachine(landlord, { gives_back_unused: true })
  const payment = await tenant.pay(device, await landlord.issueCode())
  await tenant.signInAt(page)
  await show(page, `/payments?cycle=${payment.id}`)
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText('You stopped the machine.')).toBeVisible()
  const report = await tenant.report(device)
  await show(page, `/reports/${report.id}`)
  const events = page.getByRole('list', { name: 'What happened' }).getByRole('listitem')
  await expect(events).toHaveText([
    local(/^Paid: \$2\.50/),
    /^The machine started/,
    /^You stopped the machine.*\d:\d\d/,
    /^\D[\d.]+ refunded/,
  ])

  const { data } = await landlord.call<{ data: { id: string }[] }>('GET', '/report-cases')
  await landlord.signInAt(page)
  await show(page, `/report-cases/${data[0]?.id}`)
  await expect(events.nth(2)).toContainText('The customer stopped the machine')
  await expect(events.nth(3)).toContainText('refunded')
  const last = await events.last().boundingBox()
  for (const name of ['Refund', 'Take Out of Service', 'Mark as Resolved']) {
    const button = await page.getByRole('button', { name, exact: true }).boundingBox()
    expect(button?.y, name).toBeGreaterThan(last?.y ?? Number.NaN)
  }
})

test('takes messages of several lines from both sides, and reopens a resolved report', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  const report = await tenant.report(device)
  const { data } = await landlord.call<{ data: { id: string }[] }>('GET', '/report-cases')
  const [ofLandlord, ofTenant] = [`/report-cases/${data[0]?.id}`, `/reports/${report.id}`]
  const write = async (label: string, lines: string[]) => {
    const field = page.getByRole('textbox', { name: label })
    await field.focus()
    for (const [index, line] of lines.entries()) {
      if (index > 0) await page.keyboard.press('Enter')
      await page.keyboard.type(line)
    }
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(toast(page, 'Message sent')).toBeVisible()
    await expect(field).toHaveValue('')
    const said = page.getByText(lines.join('\n'))
    await expect(said).toBeVisible()
    const height = await said.evaluate((each) => each.getClientRects()[0]?.height ?? 0)
    expect(height).toBeGreaterThan(30)
  }
  await landlord.signInAt(page)
  await show(page, ofLandlord)
  await write('Answer', ['Which washer?', 'The left one?'])
  await tenant.signInAt(page)
  await show(page, ofTenant)
  await expect(page.getByRole('region', { name: 'Answers' })).toContainText('Which washer?')
  await write('Reply', ['The right one.', 'It hums.'])

  await landlord.signInAt(page)
  await show(page, ofLandlord)
  await expect(page.getByRole('article', { name: tenant.fullName })).toContainText('It hums.')
  await page.getByRole('button', { name: 'Mark as Resolved' }).click()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await page.getByRole('button', { name: 'Reopen' }).click()
  await expect(toast(page, 'Report reopened')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Answer' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark as Resolved' })).toBeVisible()
  await tenant.signInAt(page)
  await show(page, ofTenant)
  await expect(page.getByRole('textbox', { name: 'Reply' })).toBeVisible()
  await expect(page.getByText('Resolved on')).toHaveCount(0)
})

test('keeps what either side types while the report is resolved, and says why it is not sent', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  const report = await tenant.report(device)
  await (await register(page.request, 'tenant')).report(device)
  const { data } = await landlord.call<{ data: { id: string }[] }>('GET', '/report-cases')
  const resolve = () => landlord.call('POST', `/report-cases/${data[0]?.id}/resolve`)
  await tenant.signInAt(page)
  await show(page, `/reports/${report.id}`)
  const reply = page.getByRole('textbox', { name: 'Reply' })
  await reply.fill('It hums')
  await resolve()
  await expect(page.getByText('Resolved on')).toBeVisible()
  await expect(reply).toHaveValue('It hums')
  await expect(reply).toBeFocused()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(toast(page, 'already resolved')).toBeVisible()
  await expect(reply).toHaveValue('It hums')

  await landlord.call('POST', `/report-cases/${data[0]?.id}/reopen`)
  await landlord.signInAt(page)
  await show(page, `/report-cases/${data[0]?.id}`)
  await page.getByRole('textbox', { name: 'Answer All' }).fill('On Monday')
  await page.getByRole('button', { name: 'Mark as Resolved' }).click()
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(1)
  await expect(page.getByRole('textbox')).toHaveValue('On Monday')
})
