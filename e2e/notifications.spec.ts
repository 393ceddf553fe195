import type { Notifications } from '@coinless/contract/notifications.ts'
import type { Page, Worker } from '@playwright/test'
import { makeMachine } from './box.ts'
import { mailedCode } from './mailbox.ts'
import { isSubscribed, notifyingBrowser, renewSubscription } from './notifying-browser.ts'
import { passMinutes } from './passed-time.ts'
import { breakCalls, expect, type Person, password, test, toast } from './person.ts'
import { show } from './screens.ts'

test.use({ serviceWorkers: 'allow' })

const offer = (page: Page) => page.getByRole('region', { name: 'Notify you when it’s done?' })
const card = (page: Page) => page.getByRole('region', { name: 'Notifications', exact: true })

async function paidCycle(landlord: Person, tenant: Person): Promise<string> {
  const { id } = await tenant.pay(await landlord.addDevice(), await landlord.issueCode())
  return `/payments?cycle=${id}`
}

test('does not offer to notify about a machine that is already done', async ({
  page,
  landlord,
  tenant,
}) => {
  await notifyingBrowser(page, 'granted')
  const { device } = await makeMachine(landlord)
  const { id } = await tenant.pay(device, await landlord.issueCode())
  await tenant.signInAt(page)
  await show(page, `/payments?cycle=${id}`)
  await expect(page.getByRole('region', { name: 'Your machine' })).toContainText('Running')
  await expect(offer(page)).toBeVisible()
  // A stop soon after the start waits until no start can arrive.
  await passMinutes(id, 1)
  await tenant.call('POST', `/cycles/${id}/stop`)
  await expect(page.getByRole('region', { name: 'Your machine' })).toContainText(
    'Stopped. No refund.',
  )
  await expect(offer(page)).toBeHidden()
})

test('offers notifications once, follows the profile, and stops when unsubscribed or signed out', async ({
  page,
  request,
  landlord,
  tenant,
}) => {
  await notifyingBrowser(page, 'granted')
  const cycle = await paidCycle(landlord, tenant)
  await tenant.signInAt(page)
  await show(page, cycle)
  await offer(page).getByRole('button', { name: 'Notify me' }).click()
  await expect(offer(page)).toBeHidden()
  await expect(page.getByRole('region', { name: 'Your machine' })).toBeFocused()
  await expect.poll(() => isSubscribed(page)).toBe(true)
  await show(page, await paidCycle(landlord, tenant))
  await expect(page.getByRole('region', { name: 'Your machine' })).toBeVisible()
  await expect(offer(page)).toBeHidden()

  await show(page, '/profile')
  await expect(card(page)).toContainText('On in this browser')
  await expect(card(page)).toContainText('Verify your email address to get emails.')
  const inMails = card(page).getByRole('group', { name: 'By email' })
  await inMails.getByRole('switch', { name: 'Done' }).click()
  await card(page).getByRole('switch', { name: 'Quiet hours' }).click()
  await expect(card(page)).toContainText('America/New York time')
  const save = card(page).getByRole('button', { name: 'Save Notifications' })
  await card(page).getByLabel('From').fill('')
  await save.click()
  await expect(card(page)).toContainText('From must be a time of day such as 22:00.')
  await card(page).getByLabel('From').fill('23:30')
  await breakCalls(page, /users-me\/notifications/, 'PUT')
  await save.click()
  await expect(toast(page, 'Failed to change notifications')).toBeVisible()
  await page.unroute(/users-me\/notifications/)
  await save.click()
  await expect(toast(page, 'Notifications saved')).toBeVisible()
  await expect(save).toBeDisabled()
  const data = { email: tenant.email, password }
  const elsewhere = await (await request.post('/api/auth-login', { data })).json()
  const state = async (): Promise<Notifications> => {
    const headers = { authorization: `Bearer ${elsewhere.session.access_token}` }
    return (await request.get('/api/users-me/notifications', { headers })).json()
  }
  expect(await state()).toMatchObject({
    mail: ['done', 'report'],
    quiet_hours: { from: '23:30', until: '07:00', time_zone: 'America/New_York' },
    subscriptions: 1,
  })

  await card(page).getByRole('button', { name: 'Turn off here' }).click()
  await expect(card(page)).toContainText('Off in this browser')
  expect([await isSubscribed(page), (await state()).subscriptions]).toEqual([false, 0])
  await card(page).getByRole('button', { name: 'Turn on here' }).click()
  await expect(card(page)).toContainText('On in this browser')
  // Simulates a permission that the user revokes in the browser’s settings.
  await page.evaluate(() => localStorage.removeItem('subscribed'))
  await page.reload()
  await expect(card(page)).toContainText('Off in this browser')
  expect((await state()).subscriptions).toBe(0)
  await card(page).getByRole('button', { name: 'Turn on here' }).click()
  await expect(card(page)).toContainText('On in this browser')
  expect((await state()).subscriptions).toBe(1)
  const endpoint = await renewSubscription(page)
  const renewed = page.waitForRequest(
    (sent) => sent.url().endsWith('/users-me/push-subscription') && sent.method() === 'POST',
  )
  await page.goto('/dashboard')
  expect((await renewed).postDataJSON()).toMatchObject({ endpoint })
  await expect.poll(async () => (await state()).subscriptions).toBe(1)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
  expect([await isSubscribed(page), (await state()).subscriptions]).toEqual([false, 0])
})

test('offers mail where notifications are blocked, and verifies the address in place', async ({
  page,
  landlord,
  tenant,
}) => {
  await notifyingBrowser(page, 'denied')
  const cycle = await paidCycle(landlord, tenant)
  await tenant.signInAt(page)
  await show(page, cycle)
  await offer(page).getByRole('button', { name: 'Notify me' }).click()
  await expect(toast(page, 'This browser did not allow notifications.')).toBeVisible()
  await expect(offer(page)).toContainText('blocked in the settings of this browser')
  await offer(page).getByRole('button', { name: 'Email me' }).press('Enter')
  const code = offer(page).getByRole('textbox', { name: 'Code we sent you' })
  await expect(code).toBeFocused()
  await code.fill(await mailedCode(tenant.email, 'Verify your email address'))
  await code.press('Enter')
  await expect(offer(page)).toBeHidden()
  await show(page, '/profile')
  await expect(card(page)).toContainText('blocked in the settings of this browser')
  const inMails = card(page).getByRole('group', { name: 'By email' })
  await expect(inMails.getByRole('switch', { checked: true })).toHaveCount(4)
})

test('asks iPhone users to install the app, and reports browsers without notifications', async ({
  page,
  browser,
  tenant,
}) => {
  const without = () => {
    for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(window, name)
  }
  await page.addInitScript(without)
  await tenant.signInAt(page)
  await show(page, '/profile')
  await expect(card(page)).toContainText('cannot show notifications')
  await expect(card(page).getByRole('button', { name: 'here' })).toHaveCount(0)
  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Safari/604.1'
  const iPhone = await browser.newContext({
    userAgent,
    hasTouch: true,
    baseURL: new URL(page.url()).origin,
  })
  const other = await iPhone.newPage()
  await other.addInitScript(without)
  await tenant.signInAt(other)
  await show(other, '/profile')
  await expect(card(other)).toContainText('add Coinless to the Home Screen')
  await iPhone.close()
})

test('shows a push message in place of the previous one, with a link to the machine', async ({
  page,
  context,
}) => {
  await page.goto('/robots.txt')
  const { origin } = new URL(page.url())
  const session = await context.newCDPSession(page)
  const registrationId = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const coming = context.waitForEvent('serviceworker')
  await page.evaluate(() =>
    navigator.serviceWorker.register('/push/worker.js', { scope: '/push/' }),
  )
  const worker = await coming
  await recordShown(worker)
  const push = {
    title: 'W-1 is done',
    body: 'The machine W-1 is done.',
    path: '/payments?cycle=a-b',
    about: 'a-b',
  }
  await session.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registrationId,
    data: JSON.stringify(push),
  })
  await expect
    .poll(() => worker.evaluate(() => Reflect.get(self, 'shown')))
    .toEqual([
      [
        push.title,
        { body: push.body, tag: 'a-b', data: { path: push.path }, icon: '/icons/icon-192.png' },
      ],
    ])
  const icon = await page.request.get('/icons/icon-192.png')
  expect(icon.headers()['content-type']).toBe('image/png')
  const opened = await worker.evaluate(async () => {
    const [[, { data }]] = Reflect.get(self, 'shown')
    let done: unknown
    const click = Object.assign(new Event('notificationclick'), {
      notification: { data, close: () => {} },
      waitUntil: (work: unknown) => {
        done = work
      },
    })
    self.dispatchEvent(click)
    await done
    return Reflect.get(self, 'opened')
  })
  expect(opened).toEqual([`${origin}/payments?cycle=a-b`])

  await page.evaluate(() => {
    navigator.serviceWorker.onmessage = ({ data }) => Object.assign(window, { told: data })
  })
  const asked = await worker.evaluate(async () => {
    const asked: unknown[] = []
    const { registration } = self as unknown as { registration: { pushManager: object } }
    Object.assign(registration.pushManager, { subscribe: async (how: unknown) => asked.push(how) })
    let done: unknown
    const change = Object.assign(new Event('pushsubscriptionchange'), {
      oldSubscription: { options: { applicationServerKey: 'the same key' } },
      newSubscription: null,
      waitUntil: (work: unknown) => {
        done = work
      },
    })
    self.dispatchEvent(change)
    await done
    return asked
  })
  expect(asked).toEqual([{ userVisibleOnly: true, applicationServerKey: 'the same key' }])
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'told')))
    .toBe('push subscription changed')
})

/** Records notifications and opened pages: none is shown without a window. */
async function recordShown(worker: Worker) {
  await worker.evaluate(() => {
    const shown: unknown[] = []
    const opened: string[] = []
    Object.assign(self, { shown, opened })
    const { registration, clients } = self as unknown as {
      registration: object
      clients: object
    }
    Object.assign(registration, {
      showNotification: async (...args: unknown[]) => shown.push(args),
    })
    Object.assign(clients, { openWindow: async (address: string) => opened.push(address) })
  })
}

test('offers a landlord the weekly summary by mail, and not users without machines', async ({
  page,
  browser,
  landlord,
  tenant,
}) => {
  await landlord.signInAt(page)
  await page.goto('/profile')
  await card(page).getByRole('switch', { name: 'Weekly summary' }).click()
  await card(page).getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Notifications saved')).toBeVisible()
  const told = await landlord.call<Notifications>('GET', '/users-me/notifications')
  expect(told.weekly_mail).toEqual({ time_zone: 'America/New_York' })
  const other = await (await browser.newContext()).newPage()
  await tenant.signInAt(other)
  await other.goto('/profile')
  await expect(card(other).getByRole('switch', { name: 'Quiet hours' })).toBeVisible()
  await expect(card(other).getByRole('switch', { name: 'Weekly summary' })).toHaveCount(0)
})
