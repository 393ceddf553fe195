import { Box, makeMachine } from './box.ts'
import { local } from './local.ts'
import { beSilent, passMinuteOfAlerts } from './passed-time.ts'
import { expect, test } from './person.ts'

test('shows the owner silent, out-of-order and unpaid machines on the dashboard as they change', async ({
  page,
  landlord,
  tenant,
}) => {
  const silent = await makeMachine(landlord)
  const broken = await makeMachine(landlord)
  const code = await landlord.issueCode()
  broken.box.answers = 'fault'
  for (let count = 1; count <= 2; count++) {
    const { id } = await tenant.pay(broken.device, code)
    const cycle = () => tenant.call('GET', `/cycles/${id}`)
    await expect.poll(cycle).toMatchObject({ state: 'not_started' })
  }
  await silent.box.disconnect()
  const controller = () => landlord.call('GET', `/controllers/${silent.controller.id}`)
  await expect.poll(controller).toMatchObject({ connected_since: null })
  await beSilent(silent.controller, 11)
  await passMinuteOfAlerts()
  await landlord.signInAt(page)
  await page.goto('/dashboard')
  const alerts = page.getByRole('region', { name: 'Needs attention' })
  await expect(alerts.getByRole('listitem')).toHaveCount(2)
  const row = (number: string) => alerts.getByRole('listitem').filter({ hasText: number })
  await expect(row(silent.device.device_number)).toContainText('No answer')
  await expect(row(broken.device.device_number)).toContainText('Out of order')
  const again = await Box.connect(silent.controller)
  await expect(alerts.getByRole('listitem')).toHaveCount(1)
  await landlord.call('POST', `/devices/${broken.device.id}/link/clear-fault`)
  await expect(alerts).toBeHidden()
  broken.box.answer('accepted')
  const losses = page.getByRole('region', { name: 'Ran without payment (1)' })
  await expect(losses).toContainText(local('$2.50 lost in the last 30 days'))
  await losses.getByRole('link', { name: broken.device.device_number }).click()
  await expect(page.getByRole('alert', { name: local('$2.50 lost') })).toContainText(
    'The machine ran after the payment was refunded.',
  )
  await again.disconnect()
})
