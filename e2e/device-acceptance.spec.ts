import { expect, register, test, toast } from './person.ts'

test('lets a landlord accept or refuse a device that names them, and shows tenants its operator', async ({
  page,
  request,
  landlord,
  tenant,
}) => {
  const owner = await register(request, 'landlord')
  await landlord.verify()
  const facts = { landlord_email: landlord.email }
  const [first, second, third] = [
    await owner.addDevice({ ...facts, label: 'Basement washer' }),
    await owner.addDevice({ ...facts, label: 'Not mine' }),
    await owner.addDevice({ ...facts, label: 'Attic dryer' }),
  ]

  await owner.signInAt(page)
  await page.goto(`/devices/${first.id}`)
  await expect(page.getByText(`${landlord.email} has not accepted this device yet.`)).toBeVisible()

  await landlord.signInAt(page)
  await page.goto('/dashboard')
  const waiting = page.getByRole('region', { name: 'Devices in your name' })
  await expect(waiting.getByRole('listitem')).toHaveCount(3)
  await waiting.getByRole('button', { name: `Accept device ${first.device_number}` }).click()
  await expect(toast(page, 'You are now the landlord of this device')).toBeVisible()
  await expect(waiting.getByRole('listitem')).toHaveCount(2)
  // Waits until the dashboard also shows their devices, so that nothing moves under the pointer.
  await expect(page.getByRole('region', { name: 'Your devices' })).toBeVisible()
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByRole('img', { name: 'Done' })).toHaveCount(2)
  await waiting.getByRole('button', { name: `Refuse device ${second.device_number}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click()
  await expect(toast(page, 'Your name was removed from the device')).toBeVisible()
  await expect(waiting.getByRole('listitem')).toHaveCount(1)
  const late = await owner.addDevice({ ...facts, label: 'Sold later' })
  await page.reload()
  await expect(waiting.getByRole('listitem')).toHaveCount(2)
  await owner.call('DELETE', `/devices/${late.id}`)
  await waiting.getByRole('button', { name: `Accept device ${late.device_number}` }).click()
  await expect(toast(page, 'This device no longer names you.')).toBeVisible()
  await expect(waiting.getByRole('listitem')).toHaveCount(1)
  await waiting.getByRole('link', { name: 'Attic dryer' }).click()
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(page.getByText('This device names you as its landlord.')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Welcome, Lou Landlord' })).toBeVisible()
  await expect(waiting).toBeHidden()

  await tenant.signInAt(page)
  await page.goto(`/payments?device=${third.id}`)
  await expect(page.getByRole('main')).toContainText('Operated byLou Landlord')
})
