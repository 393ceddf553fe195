import { expect, register, test } from './person.ts'

test('lists own devices first, by place, and marks those of others', async ({
  page,
  request,
  landlord,
}) => {
  const otherLandlord = await register(request, 'landlord')
  const yard = `Yard ${landlord.email}`
  await landlord.addDevice({ location: `${yard} B`, device_number: 'B-1' })
  await landlord.addDevice({ location: `${yard} A`, device_number: 'A-1' })
  await landlord.addDevice({ location: `${yard} A`, device_number: 'A-2' })
  await otherLandlord.addDevice({ location: yard, device_number: 'O-1' })
  await landlord.signInAt(page)
  await page.goto(`/devices?search=${encodeURIComponent(yard)}`)
  await expect(page.getByRole('table').getByRole('rowheader')).toHaveText([
    `${yard} A`,
    `${yard} B`,
    'Others’ devices',
  ])
  const numbers = page.getByRole('table').getByRole('link', { name: /^[ABO]-\d$/ })
  await expect(numbers).toHaveText(['A-1', 'A-2', 'B-1', 'O-1'])
  const marks = page.getByRole('img', { name: `Operated by ${otherLandlord.fullName}` })
  await expect(marks).toHaveCount(1)
})

test('keeps in the URL whether devices of others are shown', async ({
  page,
  request,
  landlord,
}) => {
  const otherLandlord = await register(request, 'landlord')
  const yard = `Court ${landlord.email}`
  await landlord.addDevice({ location: yard })
  await otherLandlord.addDevice({ location: yard })
  await landlord.signInAt(page)
  await page.goto(`/devices?search=${encodeURIComponent(yard)}`)
  await expect(page.getByText('Showing 1 to 2 of 2 devices')).toBeVisible()
  await page.getByLabel('Only my devices').press('Space')
  await expect(page.getByText('Showing 1 to 1 of 1 device')).toBeVisible()
  await expect(page).toHaveURL(/show=mine/)
  await page.reload()
  await expect(page.getByText('Showing 1 to 1 of 1 device')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Showing 1 to 2 of 2 devices')).toBeVisible()
})

test('lists all devices, newest first and without a switch, for users without devices', async ({
  page,
  landlord,
  tenant,
}) => {
  const yard = `Lane ${landlord.email}`
  await landlord.addDevice({ location: `${yard} 1`, device_number: 'L-1' })
  await landlord.addDevice({ location: `${yard} 2`, device_number: 'L-2' })
  await tenant.signInAt(page)
  await page.goto(`/devices?search=${encodeURIComponent(yard)}`)
  await expect(page.getByRole('table').getByRole('link', { name: /^L-\d$/ })).toHaveText([
    'L-2',
    'L-1',
  ])
  await expect(page.getByRole('rowheader')).toHaveCount(0)
  await expect(page.getByLabel('Only my devices')).toBeHidden()
})
