import { chooseMore, expect, test, toast } from './person.ts'
import { show } from './screens.ts'

// id: stale-screens-1
test('applies a button’s action even when another tab has already done it', async ({
  page,
  context,
  landlord,
}) => {
  const { id, code } = await landlord.issueCode()
  await landlord.signInAt(page)
  await page.goto(`/prepaid-codes/${id}`)
  const list = await context.newPage()
  await list.goto('/prepaid-codes')
  const control = list.getByRole('switch', { name: `Code ${code} is enabled` })
  const isDisabled = () => landlord.call('GET', `/prepaid-codes-id/${id}`)
  for (const disabled of [true, false]) {
    const [button, done] = disabled
      ? ['Disable', 'Prepaid code disabled successfully']
      : ['Enable', 'Prepaid code enabled successfully']
    await expect(page.getByRole('button', { name: button })).toBeVisible()
    await expect(control).toBeChecked({ checked: disabled })
    await landlord.call('PATCH', `/prepaid-codes/${id}`, { disabled })
    await page.getByRole('button', { name: button }).click()
    await expect(toast(page, done)).toBeVisible()
    expect(await isDisabled()).toMatchObject({ disabled })
    const loadedAnew = Promise.all([
      list.waitForResponse((answer) => answer.request().method() === 'PATCH'),
      list.waitForResponse(/\/api\/prepaid-codes\?/),
    ])
    await control.press('Space')
    await loadedAnew
    await expect(control).toBeChecked({ checked: !disabled })
    expect(await isDisabled()).toMatchObject({ disabled })
  }
})

test('removes from the screen what another tab has deleted, and says so', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  const { id, code } = await landlord.issueCode()
  const terms = { amount: device.price, duration: device.duration_minutes }
  const payment = { ...terms, device_id: device.id, prepaid_code: code, keep_code: true }
  await tenant.call('POST', '/payments/prepaid', payment)
  await tenant.signInAt(page)
  await show(page, '/prepaid-codes')
  await tenant.call('DELETE', `/payments/codes/${id}`)
  await page.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'This prepaid code does not exist.')).toBeVisible()
  await expect(page.getByText('No prepaid codes found')).toBeVisible()

  await landlord.signInAt(page)
  await show(page, `/devices/${device.id}`)
  await landlord.call('DELETE', `/devices/${device.id}`)
  await chooseMore(page, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'This device does not exist.')).toBeVisible()
  await expect(page).toHaveURL('/devices')
})
