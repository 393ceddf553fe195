import { expect, test, toast } from './person.ts'

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
