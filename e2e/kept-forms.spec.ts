import type { Page } from '@playwright/test'
import { inField, typed } from './local.ts'
import { expect, login, test, toast } from './person.ts'

/** Holds such answers. The returned function waits for the first one, then releases all. */
async function holdAnswers(page: Page, address: RegExp, method: string) {
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    const response = await route.fetch()
    held.resolve()
    await released.promise
    await route.fulfill({ response })
  })
  return () => held.promise.then(released.resolve)
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave this page?' })

test('keeps text typed during a save and saves it next', async ({ page, landlord }) => {
  const { id, code } = await landlord.issueCode()
  await landlord.signInAt(page)
  for (const { address, call, field, first, last } of [
    {
      address: `/prepaid-codes/${id}`,
      call: /prepaid-codes-id/,
      field: page.getByLabel('Code', { exact: true }),
      first: `${code}-A`,
      last: `${code}-AB`,
    },
    {
      address: '/profile',
      call: /users-me(\?|$)/,
      field: page.getByLabel('Full Name'),
      first: 'Lou L',
      last: 'Lou Landlady',
    },
  ]) {
    await page.goto(address)
    const release = await holdAnswers(page, call, 'PUT')
    const save = page.getByRole('button', { name: 'Save Changes' }).first()
    await field.fill(first)
    await save.click()
    await field.fill(last)
    await release()
    await expect(toast(page, 'updated successfully')).toBeVisible()
    await expect(field).toHaveValue(last)
    await expect(save).toBeEnabled()
    await page.unrouteAll()
    const answered = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await save.click()
    await answered
    await expect(save).toBeDisabled()
    await expect(field).toHaveValue(last)
  }
  expect(await landlord.call('GET', '/users-me')).toMatchObject({ full_name: 'Lou Landlady' })
  expect(await landlord.call('GET', `/prepaid-codes-id/${id}`)).toMatchObject({
    code: `${code}-AB`,
  })
})

test('carries text typed during creation of a device or resource into its edit form', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await page.goto('/devices/new')
  await page.getByLabel('Label').fill('Washer by the stairs')
  await page.getByLabel('Device Number').fill('W-7')
  await page.getByLabel('Location').fill('Elm Street')
  let release = await holdAnswers(page, /api\/devices(\?|$)/, 'POST')
  await page.getByRole('button', { name: 'Create Device' }).click()
  await page.getByLabel('Location').fill('Elm Street 5')
  await release()
  await expect(page).toHaveURL(/devices\/[\w-]{36}\/edit$/)
  await expect(page.getByLabel('Location')).toHaveValue('Elm Street 5')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('main').locator('dl')).toContainText('Elm Street 5')

  await page.goto('/resources/new')
  const editor = page.getByRole('textbox', { name: 'JSON document' })
  await editor.click()
  await editor.fill('{"a": 1}')
  release = await holdAnswers(page, /resources-create/, 'POST')
  await page.getByRole('button', { name: 'Create Resource' }).click()
  await editor.fill('{"a": 1, "b": 2}')
  await release()
  await expect(page).toHaveURL(/resources\/[\w-]{36}\/edit$/)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('main')).toContainText('"b": 2')
})

test('asks before leaving a changed form by menu or Back, and restores the text on return', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await page.goto('/devices')
  await page.getByRole('link', { name: 'Add Device' }).first().click()
  const label = page.getByLabel('Label')
  await label.fill('Half written')
  await page.getByRole('link', { name: 'Transactions' }).click()
  await question(page).getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL('/devices/new')
  await expect(label).toHaveValue('Half written')
  await page.goBack()
  await question(page).getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL('/devices/new')
  await page.goBack()
  await question(page).getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/devices')
  await page.goForward()
  await expect(label).toHaveValue('Half written')
  await expect(page.getByText('Your unsaved changes are restored.')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(label).toHaveValue('')
  await page.getByRole('link', { name: 'Transactions' }).click()
  await expect(page).toHaveURL('/transactions')
})

test('asks before a reload and keeps the typed text', async ({ page, landlord }) => {
  const { id } = await landlord.addDevice()
  await landlord.signInAt(page)
  await page.goto(`/devices/${id}/edit`)
  const location = page.getByLabel('Location')
  await location.click()
  await location.fill('Upstairs')
  // The form asks from its next effect on.
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await expect.poll(() => page.evaluate(asks)).toBe(true)
  const asked = page.waitForEvent('dialog')
  const reload = page.reload()
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
  await reload
  await expect(location).toHaveValue('Upstairs')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('main').locator('dl')).toContainText('Upstairs')
  await page.goto(`/devices/${id}/edit`)
  await expect(page.getByText('Your unsaved changes')).toBeHidden()
})

test('keeps a form past its session, and restores it only for its author', async ({
  page,
  landlord,
  tenant,
}) => {
  await landlord.signInAt(page)
  await page.goto('/devices')
  await page.getByRole('link', { name: 'Add Device' }).first().click()
  await page.getByLabel('Label').fill('Kept')
  await page.getByLabel('Device Number').fill('K-1')
  await page.getByLabel('Location').fill('Here')
  await landlord.call('POST', '/auth-logout')
  await page.getByRole('button', { name: 'Create Device' }).click()
  await expect(page).toHaveURL(/\/auth\?next=/)
  await login(page, landlord.email)
  await expect(page).toHaveURL('/devices/new')
  await expect(page.getByLabel('Label')).toHaveValue('Kept')
  await expect(page.getByLabel('Location')).toHaveValue('Here')
  await page.goBack()
  await expect(page).toHaveURL('/devices')
  await tenant.signInAt(page)
  await page.goto('/devices/new')
  await expect(page.getByLabel('Label')).toHaveValue('')
})

test('asks about unsaved changes on sign-out, then discards them, and never stores codes', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await page.goto('/prepaid-codes/new')
  await page.getByLabel('Code', { exact: true }).fill('SECRET-TEXT-OF-CODE')
  await page.getByLabel('Customer Name').fill('Ana')
  const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
  await expect.poll(kept).toContain('Ana')
  expect(await kept()).not.toContain('SECRET-TEXT')
  await page.getByRole('link', { name: 'Transactions' }).click()
  await expect(question(page)).toContainText('You will have to type passwords and codes again')
  await question(page).getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: landlord.fullName }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await question(page).getByRole('button', { name: 'Leave' }).click()
  await expect(toast(page, 'Logged out successfully')).toBeVisible()
  expect(await kept()).not.toContain('Ana')
})

test('shows a second tab both versions instead of restoring what the first changed', async ({
  page,
  context,
  landlord,
}) => {
  const { id } = await landlord.addDevice()
  await landlord.signInAt(page)
  const second = await context.newPage()
  await page.goto(`/devices/${id}/edit`)
  await second.goto(`/devices/${id}/edit`)
  await second.getByLabel('Label').fill('Named in the second')
  await second.getByLabel('Location').fill('Second floor')
  await page.getByLabel('Price').fill(typed('3.25'))
  await page.getByLabel('Location').fill('First floor')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Device updated successfully')).toBeVisible()
  const save = second.getByRole('button', { name: 'Save Changes' })
  await save.click()
  await expect(second.getByText('This changed after you opened it.')).toBeVisible()
  await expect(second.getByRole('row', { name: 'Location Second floor First floor' })).toBeVisible()
  await expect(second.getByLabel('Price')).toHaveValue(inField('$3.25'))
  await save.click()
  await expect(toast(second, 'Device updated successfully')).toBeVisible()
  expect(await landlord.call('GET', `/devices/${id}`)).toMatchObject({
    label: 'Named in the second',
    location: 'Second floor',
    price: 3.25,
  })
})

test('asks before Back leaves a changed form, also after a link to a section', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await page.goto('/devices')
  await page.getByRole('link', { name: 'Add Device' }).first().click()
  await page.getByLabel('Label').fill('Half written')
  await page.locator('.skip-link').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/devices/new#main')
  await page.goBack()
  await expect(page).toHaveURL('/devices/new')
  await expect(question(page)).toBeHidden()
  await page.goForward()
  await page.evaluate(() => history.go(-2))
  await question(page).getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL('/devices/new#main')
  await page.evaluate(() => history.go(-2))
  await question(page).getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/devices')
})

test('stays on a changed form after two quick presses of Back', async ({ page, landlord }) => {
  await landlord.signInAt(page)
  await page.goto('/transactions')
  await page.getByRole('link', { name: 'Devices', exact: true }).first().click()
  await page.getByRole('link', { name: 'Add Device' }).first().click()
  await page.getByLabel('Label').fill('Half written')
  await page.getByRole('link', { name: 'Transactions' }).click()
  await question(page).getByRole('button', { name: 'Stay' }).click()
  await page.evaluate(() => {
    history.back()
    history.back()
  })
  await question(page).getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL('/devices/new')
  await expect(page.getByLabel('Label')).toHaveValue('Half written')
  await page.goBack()
  await question(page).getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/devices')
})
