import type { Page } from '@playwright/test'
import { Box, makeMachine } from './box.ts'
import { local } from './local.ts'
import { passMinutes } from './passed-time.ts'
import { expect, test } from './person.ts'

const machine = (page: Page) => page.getByRole('region', { name: 'Your machine' })

test('promises no amount when the payer stops a silent machine, until it answers', async ({
  page,
  landlord,
  tenant,
}) => {
  const { device, controller, box } = await makeMachine(landlord, { gives_back_unused: true })
  const { id } = await tenant.pay(device, await landlord.issueCode())
  await tenant.signInAt(page)
  await page.goto(`/payments?cycle=${id}`)
  await expect(machine(page)).toContainText('Running')
  await passMinutes(id, 1)
  await box.disconnect()
  await expect(machine(page)).toContainText('no answer since')
  await machine(page).getByRole('button', { name: 'Stop' }).click()
  const question = page.getByRole('dialog', { name: 'Stop the machine?' })
  await expect(question).toContainText('When it answers again, it stops')
  await expect(question).not.toContainText('$')
  await question.getByRole('button', { name: 'Stop' }).click()
  await expect(machine(page)).toContainText('It stops when it answers again.')
  await Box.connect(controller)
  await passMinutes(id, 1)
  await expect(machine(page)).toContainText(local('$1.25 was refunded to the code.'))
})

test('warns that a refund of a running machine may switch it off', async ({
  page,
  landlord,
  tenant,
}) => {
  const { device } = await makeMachine(landlord)
  const { id } = await tenant.pay(device, await landlord.issueCode())
  const state = async () => (await tenant.call<{ state: string }>('GET', `/cycles/${id}`)).state
  await expect.poll(state).toBe('running')
  await landlord.signInAt(page)
  await page.goto(`/transactions/${id}`)
  await page.getByRole('button', { name: 'Refund' }).click()
  await expect(page.getByRole('dialog')).toContainText('switches it off if its controller can')
})
