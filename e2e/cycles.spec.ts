import type { Device } from '@coinless/contract/devices.ts'
import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import type { Page } from '@playwright/test'
import { Box, makeMachine } from './box.ts'
import { local } from './local.ts'
import { passMinutes } from './passed-time.ts'
import { expect, register, test, toast } from './person.ts'
import { show } from './screens.ts'

const machine = (page: Page) => page.getByRole('region', { name: 'Your machine' })
const cycleOf = (page: Page) => new URL(page.url()).searchParams.get('cycle') ?? ''

async function pay(page: Page, device: Device, { code }: PrepaidCode) {
  await show(page, `/payments?device=${device.id}`)
  await page.getByRole('textbox', { name: 'Prepaid Code' }).fill(code)
  await page.getByRole('button', { name: local('Pay $') }).click()
}

test('shows the payer the machine start and run to its end, also after a reload and Back', async ({
  page,
  landlord,
  tenant,
}) => {
  const { device, box } = await makeMachine(
    landlord,
    {},
    { duration_minutes: 1, minimum_duration_minutes: 1 },
  )
  box.answers = null
  await tenant.signInAt(page)
  await pay(page, device, await landlord.issueCode())
  await expect(toast(page, 'Payment successful!')).toContainText(local('Remaining balance: $7.50'))
  await expect(page).toHaveURL(/\/payments\?cycle=[\w-]{36}$/)
  await expect(machine(page)).toContainText('Starting …')
  await expect(machine(page)).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Prepaid Code' })).toHaveValue('')
  box.answer('accepted')
  await expect(machine(page)).toContainText('Running')
  await expect(machine(page)).toContainText(/1minute left/)
  await expect(machine(page)).toContainText(local(/Ends at .*\d:\d\d.[AP]M/))
  await page.reload()
  await expect(machine(page)).toContainText('Running')
  await machine(page).getByRole('link', { name: 'View transaction' }).click()
  await expect(page.getByRole('heading', { name: 'Transaction Details' })).toBeVisible()
  await page.goBack()
  await expect(machine(page)).toContainText('Running')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  const mine = page.getByRole('region', { name: 'Your cycles' })
  await mine.getByRole('link', { name: device.device_number }).click()
  await expect(machine(page)).toContainText('Running')
  box.state = {
    running: false,
    entry: {
      start: box.starts[0]?.id,
      result: 'accepted',
      switched: true,
      ran_seconds: 60,
      watts: null,
      busy: null,
    },
  }
  await passMinutes(cycleOf(page), 1)
  await expect(machine(page)).toContainText('Done')
  await expect(machine(page)).toContainText(local(/It ended at \d+:\d\d.[AP]M\./))
  await machine(page).getByRole('button', { name: 'Pay Again' }).click()
  await expect(page.getByRole('main').locator('dl')).toContainText(device.device_number)
  await expect(machine(page)).toBeHidden()
  await page.goBack()
  await expect(machine(page)).toContainText('Done')
})

test('says why a machine did not start and that the money is back on the code', async ({
  page,
  landlord,
  tenant,
}) => {
  const { device, box } = await makeMachine(landlord)
  const code = await landlord.issueCode()
  box.answers = 'door'
  await tenant.signInAt(page)
  await pay(page, device, code)
  await expect(machine(page)).toContainText('The machine did not start.')
  await expect(machine(page)).toContainText(local('Your $2.50 was refunded to the code.'))
  await expect(machine(page)).toContainText('The machine’s door was open.')
  await expect(toast(page, 'Payment successful!')).toBeHidden({ timeout: 2_000 })
  const left = await landlord.call('GET', `/prepaid-codes-id/${code.id}`)
  expect(left).toMatchObject({ remaining_balance: 10 })
})

test('charges nothing when a machine does not answer, and keeps the form’s values', async ({
  page,
  landlord,
  tenant,
}) => {
  const { device, box } = await makeMachine(landlord)
  const code = await landlord.issueCode()
  box.state = null
  await tenant.signInAt(page)
  await pay(page, device, code)
  const refused = toast(page, 'This machine does not answer. Nothing was charged.')
  await refused.getByRole('button', { name: 'Close' }).click()
  const form = page.locator('form').first()
  await expect(form).toContainText('This machine does not answer. Nothing was charged.')
  await expect(form.getByRole('link', { name: 'Other machines here' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Prepaid Code' })).toHaveValue(code.code)
  await expect(machine(page)).toBeHidden()
})

test('estimates an unreachable machine’s progress, and measures it again on reconnection', async ({
  page,
  landlord,
  tenant,
}) => {
  const { device, controller, box } = await makeMachine(landlord)
  await tenant.signInAt(page)
  await pay(page, device, await landlord.issueCode())
  await expect(machine(page)).toContainText(/30minutes left/)
  await box.disconnect()
  await expect(machine(page)).toContainText(local(/By timer: no answer since \d+:\d\d.[AP]M/))
  await expect(machine(page)).toContainText('Running')
  await expect(machine(page)).toContainText(/minutes left/)
  await Box.connect(controller, box.state)
  await expect(machine(page)).not.toContainText('By timer')
  await expect(machine(page)).toContainText('Running')
})

test('refunds the minutes not run after a power failure and says why', async ({
  page,
  landlord,
  tenant,
}) => {
  const { device, controller, box } = await makeMachine(landlord)
  const code = await landlord.issueCode()
  await tenant.signInAt(page)
  await pay(page, device, code)
  await expect(machine(page)).toContainText(/30minutes left/)
  await box.disconnect()
  await passMinutes(cycleOf(page), 18)
  const entry = { start: box.starts[0]?.id, result: 'accepted', switched: true }
  const counted = { ran_seconds: 18 * 60, watts: null, busy: null }
  const off = { running: false, entry: { ...entry, ...counted } }
  const again = await Box.connect(controller, off, 'b2')
  again.say()
  await expect(machine(page)).toContainText('The machine stopped early.')
  await expect(machine(page)).toContainText(local('$1.00 was refunded to the code.'))
  await expect(machine(page)).toContainText('The power failed.')
  const left = await landlord.call('GET', `/prepaid-codes-id/${code.id}`)
  expect(left).toMatchObject({ remaining_balance: 8.5 })
})

test('shows an amount as owed when the code cannot take a refund', async ({
  page,
  landlord,
  tenant,
}) => {
  const { device, box } = await makeMachine(landlord)
  const code = await landlord.issueCode()
  box.answers = null
  await tenant.signInAt(page)
  await pay(page, device, code)
  await expect(machine(page)).toContainText('Starting …')
  await landlord.call('DELETE', `/prepaid-codes-id/${code.id}`)
  box.answer('door')
  await expect(machine(page)).toContainText('The machine did not start.')
  await expect(machine(page)).toContainText(
    local('$2.50 is owed to the code, which cannot take it now.'),
  )
})

test('shows the payer the refund before stopping a machine, then makes it', async ({
  page,
  landlord,
  tenant,
}) => {
  const { device, box } = await makeMachine(landlord, { gives_back_unused: true })
  const code = await landlord.issueCode()
  await tenant.signInAt(page)
  await pay(page, device, code)
  await expect(machine(page)).toContainText('Running')
  await passMinutes(cycleOf(page), 1)
  await machine(page).getByRole('button', { name: 'Stop' }).click()
  const question = page.getByRole('dialog', { name: 'Stop the machine?' })
  await expect(question).toContainText(local('$1.25 of $2.50 is refunded to the code.'))
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(machine(page)).toContainText('Running')
  await machine(page).getByRole('button', { name: 'Stop' }).click()
  // The stop is pending until the controller reports that the machine is off.
  const say = box.say.bind(box)
  box.say = () => {}
  await question.getByRole('button', { name: 'Stop' }).click()
  await expect(machine(page)).toContainText('Stopping …')
  await expect(machine(page).getByRole('button', { name: 'Stop' })).toBeHidden()
  box.say = say
  await passMinutes(cycleOf(page), 1)
  await expect(machine(page)).toContainText('Done')
  await expect(machine(page)).toContainText(local('$1.25 was refunded to the code.'))
})

test('shows the outcome and refund of each machine on the dashboard as they change', async ({
  page,
  landlord,
  tenant,
}) => {
  const { device } = await makeMachine(landlord, { gives_back_unused: true })
  const broken = await makeMachine(landlord)
  const code = await landlord.issueCode()
  const { id } = await tenant.pay(device, code)
  broken.box.answers = null
  await tenant.pay(broken.device, code)
  await tenant.signInAt(page)
  await page.goto('/dashboard')
  const mine = page.getByRole('region', { name: 'Your cycles' }).getByRole('listitem')
  const stopped = mine.filter({ hasText: device.device_number })
  const failed = mine.filter({ hasText: broken.device.device_number })
  await expect(stopped).toContainText('Running')
  await expect(failed).toContainText('Starting')
  broken.box.answer('door')
  await expect(failed).toContainText('Did not start')
  await expect(failed).toContainText(local('$2.50 refunded'))
  await passMinutes(id, 1)
  await tenant.call('POST', `/cycles/${id}/stop`)
  await expect(stopped).toContainText('Done')
  await expect(stopped).toContainText(local('$1.25 refunded'))
  await page.reload()
  await expect(stopped).toContainText('Done')
})

test('restarts a machine free of charge when it counted none of its coins', async ({
  page,
  landlord,
  tenant,
}) => {
  const { device, box } = await makeMachine(
    landlord,
    { switching: 'pulses', pulse_ms: 50, gap_ms: 100, evidence: 'power', watts_mark: 10 },
    { price: 3 },
  )
  await tenant.signInAt(page)
  await pay(page, device, await landlord.issueCode())
  await expect(machine(page)).toContainText('Running')
  await passMinutes(cycleOf(page), 1)
  const entry = { start: box.starts[0]?.id, result: 'accepted', switched: false }
  const counted = { ran_seconds: null, watts: null, busy: null }
  box.state = { running: null, watts: 0, entry: { ...entry, ...counted } }
  const restart = machine(page).getByRole('button', { name: 'Start Again' })
  await expect
    .poll(() => {
      box.say()
      return restart.isVisible()
    })
    .toBe(true)
  await expect(machine(page)).toContainText(/again for free until .*\d:\d\d/)
  await restart.click()
  await expect(machine(page)).toContainText('Running')
  expect(box.starts).toHaveLength(2)
})

test('shows the owner a paid run without a stop button, and hides it from other users', async ({
  page,
  request,
  landlord,
  tenant,
}) => {
  const stranger = await register(request, 'tenant')
  const { device } = await makeMachine(landlord)
  const { id } = await tenant.pay(device, await landlord.issueCode())
  await landlord.signInAt(page)
  await page.goto(`/payments?cycle=${id}`)
  await expect(machine(page)).toContainText('Running')
  await expect(machine(page).getByRole('button', { name: 'Stop' })).toBeHidden()
  await stranger.signInAt(page)
  await page.goto(`/payments?cycle=${id}`)
  await expect(page.getByRole('main')).toContainText('Only the payer, the owner')
  await expect(machine(page)).toBeHidden()
})

test('shows the machine’s current state when an offline page reconnects', async ({
  page,
  context,
  landlord,
  tenant,
}) => {
  const { device, box } = await makeMachine(landlord)
  box.answers = null
  await tenant.signInAt(page)
  await pay(page, device, await landlord.issueCode())
  await expect(machine(page)).toContainText('Starting …')
  await context.setOffline(true)
  box.answer('accepted')
  await expect(page.getByRole('status').first()).toContainText('No connection')
  await context.setOffline(false)
  await expect(machine(page)).toContainText('Running')
})
