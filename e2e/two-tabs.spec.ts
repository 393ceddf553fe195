import type { Page } from '@playwright/test'
import { makeMachine } from './box.ts'
import { inField, local, typed } from './local.ts'
import { expect, type Person, test, toast } from './person.ts'
import { show } from './screens.ts'

/** A dialog that moves money: its page, its button, and the message on success. */
interface Way {
  at: string
  button: string
  /** The button in the dialog, if it has another name. */
  sends?: string
  amount?: string
  hasReason?: boolean
  done: string
}

async function decide(tab: Page, { at, button }: Way) {
  await show(tab, at)
  await tab.getByRole('main').getByRole('button', { name: button, exact: true }).click()
}

async function send(tab: Page, { button, sends = button, amount, hasReason }: Way) {
  const dialog = tab.getByRole('dialog')
  if (amount) await dialog.getByLabel('Amount').fill(typed(amount))
  if (hasReason) await dialog.getByLabel('Reason').fill('The door was stuck')
  await dialog.getByRole('button', { name: sends, exact: true }).click()
}

/** A second tab that does not learn of changes in the first. */
async function openSecond(page: Page) {
  const second = await page.context().newPage()
  await second.clock.install()
  return second
}

async function makeWays(landlord: Person, tenant: Person) {
  const device = await landlord.addDevice()
  const code = await landlord.issueCode()
  const { id } = await tenant.pay(device, code)
  const atCode = `/prepaid-codes/${code.id}`
  return {
    code,
    'top-up': { at: atCode, button: 'Top Up', amount: '1', done: 'topped up successfully' },
    correction: {
      ...{ at: atCode, button: 'Adjust', amount: '-1', hasReason: true },
      done: 'Balance adjusted successfully',
    },
    refund: {
      ...{ at: `/transactions/${id}`, button: 'Refund', amount: '1', hasReason: true },
      done: 'Refund completed',
    },
  }
}

for (const [first, second, left] of [
  ['top-up', 'top-up', 8.5],
  ['correction', 'correction', 6.5],
  ['refund', 'refund', 8.5],
  ['top-up', 'refund', 8.5],
  ['refund', 'top-up', 8.5],
] as const) {
  test(`makes a ${first} in one tab and refuses a ${second} in another, with the reason`, async ({
    page,
    landlord,
    tenant,
  }) => {
    const { code, ...ways } = await makeWays(landlord, tenant)
    await landlord.signInAt(page)
    const other = await openSecond(page)
    await decide(page, ways[first])
    await decide(other, ways[second])
    await send(page, ways[first])
    await expect(toast(page, ways[first].done)).toBeVisible()
    await send(other, ways[second])
    await expect(toast(other, 'The amounts have changed')).toBeVisible()
    const { remaining_balance } = await landlord.call<typeof code>(
      'GET',
      `/prepaid-codes-id/${code.id}`,
    )
    expect(remaining_balance).toBe(left)
  })
}

test('refuses a change once when the balance moved after the dialog opened, then makes it', async ({
  page,
  landlord,
  tenant,
}) => {
  const { code, ...ways } = await makeWays(landlord, tenant)
  await landlord.signInAt(page)
  await decide(page, ways['top-up'])
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(local('Current balance: $7.50.'))
  await landlord.call('POST', `/prepaid-codes/${code.id}/top-up`, { amount: 1 })
  await comeBack(page, 1)
  await expect(dialog).toContainText(local('Current balance: $8.50.'))
  await send(page, ways['top-up'])
  await expect(toast(page, 'The amounts have changed')).toBeVisible()
  await dialog.getByRole('button', { name: 'Top Up' }).click()
  await expect(toast(page, 'topped up successfully')).toBeVisible()
  expect(await landlord.call('GET', `/prepaid-codes-id/${code.id}`)).toMatchObject({
    remaining_balance: 9.5,
  })
})

/** Returns to a tab, which reloads the page behind the dialog. */
async function comeBack(page: Page, minutes: number) {
  await page.clock.setSystemTime(Date.now() + minutes * 60_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
}

test('keeps the amount of an open dialog when the page behind it changes', async ({
  page,
  landlord,
  tenant,
}) => {
  const { refund } = await makeWays(landlord, tenant)
  await landlord.signInAt(page)
  await decide(page, refund)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Amount')).toHaveValue(inField('$2.50'))
  await landlord.call('POST', `${refund.at}/refunds`, { amount: 1, reason: 'Stuck' })
  await comeBack(page, 1)
  await expect(dialog).toContainText(local('$1.50'))
  await expect(dialog.getByLabel('Amount')).toHaveValue(inField('$2.50'))
})

test('refuses a resend after a failed call when money has moved since', async ({
  page,
  landlord,
  tenant,
}) => {
  const { code, ...ways } = await makeWays(landlord, tenant)
  const topUp = (amount: number) =>
    landlord.call('POST', `/prepaid-codes/${code.id}/top-up`, { amount })
  await landlord.signInAt(page)
  const dialog = page.getByRole('dialog')
  const sendAgain = dialog.getByRole('button', { name: 'Top Up', exact: true })
  await decide(page, ways['top-up'])
  await page.context().setOffline(true)
  await send(page, ways['top-up'])
  await expect(toast(page, 'No connection')).toBeVisible()
  await page.context().setOffline(false)
  await topUp(1)
  await comeBack(page, 1)
  await expect(dialog).toContainText(local('Current balance: $8.50.'))
  await sendAgain.click()
  await expect(toast(page, 'The amounts have changed')).toBeVisible()
  // Money that moves after the first refusal causes another.
  await topUp(2)
  await comeBack(page, 2)
  await expect(dialog).toContainText(local('Current balance: $10.50.'))
  const refused = page.waitForResponse((answer) => answer.status() === 409)
  await sendAgain.click()
  await refused
  await expect(toast(page, 'topped up successfully')).toHaveCount(0)
  expect(await landlord.call('GET', `/prepaid-codes-id/${code.id}`)).toMatchObject({
    remaining_balance: 10.5,
  })
})

test('tops up a batch once when two tabs decide on it', async ({ page, landlord }) => {
  const batch = { codes: 3, balance: 10 }
  const { id } = await landlord.call<{ id: string }>('POST', '/prepaid-code-batches', batch)
  const way = {
    ...{ at: `/prepaid-codes/batches/${id}`, button: 'Top Up All', sends: 'Top Up 3 Codes' },
    ...{ amount: '2', done: '3 codes' },
  }
  await landlord.signInAt(page)
  const other = await openSecond(page)
  for (const tab of [page, other]) await decide(tab, way)
  await send(page, way)
  await expect(toast(page, way.done)).toBeVisible()
  await send(other, way)
  await expect(toast(other, 'The amounts have changed')).toBeVisible()
  const state = await landlord.call('GET', `/prepaid-code-batches/${id}`)
  expect(state).toMatchObject({ issued: { dollars: 36 } })
})

test('refunds a top-up to the card once when two tabs decide on it', async ({
  page,
  landlord,
  tenant,
}) => {
  await landlord.verify()
  await tenant.verify()
  await landlord.allowTopUps()
  const code = await landlord.issueCode({ customer_email: tenant.email })
  const { id } = await tenant.topUpByCard(code)
  const way = {
    ...{ at: `/top-ups/${id}`, button: 'Refund', amount: '2', hasReason: true },
    done: 'Refund completed',
  }
  await landlord.signInAt(page)
  const other = await openSecond(page)
  for (const tab of [page, other]) await decide(tab, way)
  await send(page, way)
  await expect(toast(page, way.done)).toBeVisible()
  await send(other, way)
  await expect(toast(other, 'The amounts have changed')).toBeVisible()
  expect(await landlord.call('GET', `/top-ups/${id}`)).toMatchObject({ refundable_amount: 3 })
})

test('says in an open question that the machine is stopping once another tab stopped it', async ({
  page,
  landlord,
  tenant,
}) => {
  const { device, box } = await makeMachine(landlord, { gives_back_unused: true })
  const { id } = await tenant.pay(device, await landlord.issueCode())
  await tenant.signInAt(page)
  await page.goto(`/payments?cycle=${id}`)
  await page
    .getByRole('region', { name: 'Your machine' })
    .getByRole('button', { name: 'Stop' })
    .click()
  const question = page.getByRole('dialog', { name: 'Stop the machine?' })
  await expect(question).toContainText('is refunded to the code.')
  box.say = () => {}
  await tenant.call('POST', `/cycles/${id}/stop`)
  await expect(question).toContainText('Stopping …')
})
