import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { test as base } from '@playwright/test'
import { StallingProxy } from '../../test/servers/stalling-proxy.ts'
import { makeMachine } from '../box.ts'
import { passMinutes } from '../passed-time.ts'
import { firstAdmin, type Person, password, register } from '../person.ts'
import { everyScreen } from '../screens.ts'
import type { Browser } from './browser.ts'
import { startFirefox } from './firefox.ts'
import { Screen } from './screen.ts'
import { startWebKit } from './webkit.ts'

const browsers = { 'firefox-esr': startFirefox, webkitgtk: startWebKit }

const test = base.extend<{ app: Screen; landlord: Person; tenant: Person }, { started: Browser }>({
  started: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern.
    async ({}, use, { project }) => {
      const browser = await browsers[project.name as keyof typeof browsers]()
      console.log(browser.version)
      await use(browser)
      await browser.stop()
    },
    { scope: 'worker' },
  ],
  app: async ({ started }, use, info) => {
    const driver = await started.start()
    await use(new Screen(driver))
    if (info.status !== info.expectedStatus) {
      await writeFile(info.outputPath('page.png'), await driver.picture())
    }
    await driver.close()
  },
  landlord: async ({ request }, use) => use(await register(request, 'landlord')),
  tenant: async ({ request }, use) => use(await register(request, 'tenant')),
})

const machine = (app: Screen) => app.in('region', 'Your machine')

test('registers, and signs in', async ({ app, tenant }) => {
  await app.open('/')
  await app.click('tab', 'Register')
  await app.fill('Full Name', 'Lou Landlord')
  await app.choose('User Type', 'Landlord')
  await app.fill('Email', `${randomUUID()}@example.com`)
  await app.fill('Password', password)
  await app.click('button', 'Create Account')
  await app.in('alert').shows('Account created successfully!')
  await app.in('heading', 'Profile').shows('Profile')
  await app.click('button', 'Account of')
  await app.click('menuitem', 'Logout')
  await app.in('tab', 'Login').shows('Login')
  await app.fill('Email', tenant.email)
  await app.fill('Password', password)
  await app.click('button', 'Login')
  await app.isAt('/profile')
  await app.in('main').shows(tenant.email)
})

test('pays at a scanned machine, watches it run, and stops it', async ({
  app,
  landlord,
  tenant,
}) => {
  const { device } = await makeMachine(landlord, { gives_back_unused: true })
  const { code } = await landlord.issueCode()
  await app.open(`/m/${device.sticker_number}`)
  await app.in('region', device.label).shows('Available')
  await app.fill('Email', tenant.email)
  await app.fill('Password', password)
  await app.click('button', 'Login')
  await app.fill('Prepaid Code', code)
  await app.click('button', 'Pay $2.50')
  await machine(app).shows(/minutes left Running Ends at \d+:\d\d [AP]M/)
  const { data } = await tenant.call<{ data: { id: string }[] }>('GET', '/transactions')
  // A stop soon after the start waits until no start can arrive.
  await passMinutes(data[0]?.id ?? '', 1)
  await machine(app).click('button', 'Stop')
  await app.in('dialog', 'Stop the machine?').click('button', 'Stop')
  await machine(app).shows('You stopped the machine. $1.25 was refunded to the code.')
  await app.open('/transactions')
  await app.in('main').shows('refunded')
})

test('lets a guest pay at a scanned machine', async ({ app, landlord }) => {
  const device = await landlord.addDevice()
  const { code } = await landlord.issueCode()
  await app.open(`/m/${device.sticker_number}`)
  await app.click('button', 'Continue as guest')
  await app.fill('Prepaid Code', code)
  await app.click('button', 'Pay $2.50')
  await machine(app).shows('Running')
})

test('pays by card', async ({ app, landlord, tenant }) => {
  const device = await landlord.addDevice()
  await app.signIn(tenant)
  await app.open(`/payments?device=${device.id}`)
  await app.click('tab', 'Credit Card')
  await app.fill('Customer Name', 'Carla Card')
  await app.fill('Email', 'carla@example.com')
  await app.click('button', 'Pay $2.50')
  await machine(app).shows(device.device_number)
})

test('creates, copies and disables a prepaid code', async ({ app, landlord }) => {
  await app.signIn(landlord)
  await app.open('/prepaid-codes/new')
  await app.click('button', 'Generate')
  await app.in('textbox', 'Code').shows(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/)
  await app.fill('Balance', '12.50')
  await app.click('button', 'Create Code')
  await app.in('alert').shows('Prepaid code created successfully')
  await app.isAt('/prepaid-codes')
  await app.in('main').shows('$12.50')
  await app.click('button', 'Details')
  await app.click('button', 'Copy')
  await app.in('alert').shows('Code copied to clipboard')
  const { data } = await landlord.call<{ data: { id: string }[] }>('GET', '/prepaid-codes')
  await app.open(`/prepaid-codes/${data[0]?.id}`)
  await app.click('button', 'Disable')
  await app.in('main').shows('Disabled')
})

test('adds a device, names a wrong price, and changes it', async ({ app, landlord }) => {
  await app.signIn(landlord)
  await app.open('/devices/new')
  await app.fill('Label', 'Shower by the door')
  await app.fill('Device Number', 'S-1')
  await app.choose('Device Type', 'Shower')
  await app.fill('Location', 'Camp')
  await app.fill('Price', '0.005')
  await app.click('button', 'Create Device')
  await app.in('main').shows('Price must have at most 2 decimals.')
  await app.fill('Price', '3.25')
  await app.click('button', 'Create Device')
  await app.in('alert').shows('Device created successfully')
  await app.in('main').shows(/Shower.*\$3\.25/)
})

test('refunds a part of a payment', async ({ app, landlord, tenant }) => {
  const { id } = await tenant.pay(await landlord.addDevice(), await landlord.issueCode())
  await app.signIn(landlord)
  await app.open(`/transactions/${id}`)
  await app.click('button', 'Refund')
  const dialog = app.in('dialog')
  await dialog.shows('You can refund up to $2.50.')
  await dialog.fill('Amount', '1')
  await dialog.fill('Reason', 'The door was stuck')
  await dialog.click('button', 'Refund')
  await app.in('alert').shows('Refund completed')
  await app.in('region', 'Refunds').shows(/\$1\.00.*The door was stuck.*Completed/)
})

test('opens without the server, and works once it is back', async ({ app, tenant }) => {
  const network = new StallingProxy(new URL(process.env.COINLESS_URL ?? ''))
  const origin = `http://127.0.0.1:${await network.start()}`
  await app.open('/auth', origin)
  await app.hasOfflineFiles()
  network.goDown()
  await app.open('/auth', origin)
  await app.shows('The server cannot be reached. Retrying …')
  network.heal()
  await app.fill('Email', tenant.email)
  await app.fill('Password', password)
  await app.click('button', 'Login')
  await app.in('main').shows(tenant.email)
  await network.stop()
})

test('turns push notifications on, or offers emails where it cannot', async ({
  app,
  landlord,
  tenant,
}, { project }) => {
  const { id } = await tenant.pay(await landlord.addDevice(), await landlord.issueCode())
  await app.signIn(tenant)
  await app.open(`/payments?cycle=${id}`)
  const offer = app.in('region', 'Notify you when it’s done?')
  const settings = app.in('region', 'Notifications')
  if (project.name === 'webkitgtk') {
    await offer.shows('This browser or address cannot show notifications.')
    await offer.in('button', 'Email me').shows('Email me')
    await offer.in('button', 'Notify me').isGone()
    await app.open('/profile')
    await settings.shows('This browser or address cannot show notifications.')
    return
  }
  await offer.click('button', 'Notify me')
  await offer.isGone()
  await app.open('/profile')
  await settings.shows('On in this browser')
  await settings.click('button', 'Turn off here')
  await settings.shows('Off in this browser')
})

test('fits every screen into a phone, without an error', async ({ app, landlord, request }) => {
  test.setTimeout(600_000)
  const addresses = await everyScreen(landlord, await firstAdmin(request))
  await app.signIn(landlord)
  for (const address of addresses) {
    await test.step(address, async () => {
      await app.open(address)
      await app.fits()
    })
  }
})
