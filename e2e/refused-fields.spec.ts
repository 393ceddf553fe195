import { expect, test, toast } from './person.ts'
import { show } from './screens.ts'

test.use({ viewport: { width: 390, height: 600 } })

test('marks the field of a code that the server refuses, shows it and moves the focus there', async ({
  page,
  landlord,
}) => {
  const { code } = await landlord.issueCode()
  await landlord.signInAt(page)
  await show(page, '/prepaid-codes/new')
  const field = page.getByRole('textbox', { name: 'Code', exact: true })
  await field.fill(code)
  const button = page.getByRole('button', { name: 'Create Code' })
  await button.scrollIntoViewIfNeeded()
  await expect(field).not.toBeInViewport()
  await button.click()
  const sentence = 'This code is already in use'
  await expect(toast(page, sentence)).toBeVisible()
  await expect(field).toBeFocused()
  await expect(field).toBeInViewport({ ratio: 1 })
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(new RegExp(sentence))
})

test('shows the refused field of a device sent by Enter, unless the user has gone on', async ({
  page,
  landlord,
}) => {
  await landlord.verify()
  const { device_number } = await landlord.addDevice()
  await landlord.signInAt(page)
  await show(page, '/devices/new')
  const number = page.getByLabel('Device Number')
  const price = page.getByLabel(/^Price/)
  await page.getByLabel('Label').fill('Washer 2')
  await number.fill(device_number)
  await page.getByLabel('Location').fill('Elm Street 4')
  await price.press('Enter')
  await expect(number).toBeFocused()
  await expect(number).toBeInViewport({ ratio: 1 })
  await expect(number).toHaveAccessibleDescription(/already/)

  let answer = () => {}
  const waits = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/devices?*', async (route) => {
    await waits
    await route.fallback()
  })
  await price.press('Enter')
  await page.keyboard.type('5')
  await expect(number).not.toHaveAttribute('aria-invalid', 'true')
  answer()
  await expect(number).toHaveAttribute('aria-invalid', 'true')
  await expect(price).toBeFocused()
})
