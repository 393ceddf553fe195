import type { Device } from '@coinless/contract/devices.ts'
import { expect, type Page } from '@playwright/test'
import { smallPhoto } from '../test/support/photos.ts'
import { paths } from '../web/shared/navigation/paths.ts'
import { makeMachine } from './box.ts'
import {
  test as base,
  firstAdmin,
  firstAdminAccount,
  type Person,
  password,
  register,
  signIn,
} from './person.ts'

/** Screens whose address has no id or query. Those of /auth are only for visitors. */
const fixedScreens = Object.values(paths).filter(
  (path) => typeof path === 'string' && /^(?![/]auth)[\w/-]+$/.test(path),
) as string[]

/**
 * `screens` are the addresses of every screen with data to show. Its tests share the data and may not change
 * it; `owner` is a new session of its account.
 */
/** Besides en-US. Texts are longest in German. LANGUAGES=all takes each language. */
export const otherLocales = [
  ...['de-DE', 'es-MX'],
  ...(process.env.LANGUAGES === 'all' ? ['fr-FR', 'pt-BR'] : []),
]

export const test = base.extend<
  { screens: string[]; owner: Person },
  { shown: { screens: string[]; email: string } }
>({
  shown: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: process.env.COINLESS_URL })
      const landlord = await register(request, 'landlord')
      const screens = await everyScreen(landlord, await firstAdmin(request))
      await use({ screens, email: landlord.email })
      await request.dispose()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  screens: ({ shown }, use) => use(shown.screens),
  owner: async ({ shown, request }, use) =>
    use(await signIn(request, { email: shown.email, password })),
})

/** The address of every screen, each with data to show. */
export async function everyScreen(landlord: Person, admin: Person): Promise<string[]> {
  await admin.makeAdmin(landlord)
  const device = await landlord.addDevice()
  const priced = await landlord.addDevice()
  await setUpBookings(landlord, device)
  await landlord.savePrices(priced, {
    time_zone: 'Europe/Madrid',
    programmes: [
      { name: 'Normal', duration_minutes: 30, price: 2.5 },
      { name: 'Long', duration_minutes: 60, price: 12.5 },
    ],
    times: [{ days: [5, 6], from: '22:15', until: '06:00', prices: [1.5, 10.25] }],
    planned: [],
  })
  const code = await landlord.issueCode({ customer_email: landlord.email, balance: 20 })
  await landlord.issueCode({ customer_email: landlord.email, balance: 1 })
  const transaction = await landlord.pay(device, code)
  const resource = await landlord.addResource({ name: 'Ana', tags: ['a', 'b'], open: true })
  const controller = await landlord.addController()
  await landlord.link(device, controller)
  const running = await makeMachine(
    landlord,
    { gives_back_unused: true },
    { duration_minutes: 180 },
  )
  const failing = await makeMachine(landlord)
  failing.box.answers = 'door'
  const machines = await Promise.all(
    [running, failing].map((machine) => landlord.pay(machine.device, code)),
  )
  await landlord.allowTopUps()
  const topUp = await landlord.topUpByCard(code)
  const report = await landlord.report(device, { photo: smallPhoto })
  const { data } = await landlord.call<{ data: { id: string }[] }>('GET', '/report-cases')
  const webhook = await landlord.addWebhook()
  await landlord.makeKey('Door display', ['read_devices', 'read_codes', 'read_money'])
  await landlord.addDisplay(device)
  const batch = await landlord.call<{ id: string }>('POST', '/prepaid-code-batches', {
    customers: [{ customer_name: 'Ana Alvarez' }, { customer_email: 'ben@example.com' }],
    balance: 10,
    tag: 'Birch Street',
  })
  await changeMany(landlord, [device.id, report.id])
  return [
    ...fixedScreens,
    `/devices/new?like=${device.id}`,
    ...['', '/edit', '/payments', '/reports', '/prices', '/controller'].map(
      (part) => `/devices/${device.id}${part}`,
    ),
    `/devices/${priced.id}`,
    ...['/stickers', '/stickers?of=chosen', `/stickers?device=${device.id}&paper=letterLabels`],
    ...['', '/sign', '/opening-hours', '/rules', '/booking-plan', '/bookings'].map(
      (part) => `/rooms/${device.sticker_number}${part}`,
    ),
    ...['/displays', '/displays/new'].map((part) => `/rooms/${device.sticker_number}${part}`),
    `/controllers/${controller.id}`,
    ...[`/transactions/${transaction.id}`, `/transactions/${transaction.id}/receipt`],
    ...[
      '/payments?sticker=482109379',
      `/payments?device=${device.id}`,
      `/payments?cycle=${transaction.id}`,
      ...machines.map(({ id }) => `/payments?cycle=${id}`),
    ],
    ...[`/prepaid-codes/${code.id}`, `/prepaid-codes/${code.id}/top-up`],
    ...[`/prepaid-codes/batches/${batch.id}`, `/prepaid-codes/batches/${batch.id}/cards`],
    `/top-ups/${topUp.id}`,
    ...[`/reports/new?device=${device.id}`, `/reports/${report.id}`],
    ...['/revenue?by=hour', '/revenue?by=device&period=this_year'],
    `/report-cases/${data[0]?.id}`,
    ...[`/resources/${resource.id}`, `/resources/${resource.id}/edit`],
    `/admin/users/${landlord.signedIn.user.id}`,
    ...(await screensOfStaff(landlord, admin)),
    `/settings/webhooks/${webhook.id}`,
    ...['/help/landlords', '/help/tenants', '/help/operators'],
    '/no/such/page',
  ]
}

async function setUpBookings(landlord: Person, device: Device) {
  const number = device.sticker_number
  const slots = [1, 4, 7].map((weekday) => ({ weekday, starts_at: '19:00', minutes: 180 }))
  const group = { id: null, name: 'Washers', device_ids: [device.id], dryer_minutes: 0, slots }
  await landlord.call('PUT', `/rooms/${number}/booking-plan`, {
    ...{ time_zone: 'Europe/Madrid', days_ahead: 28, open_max: 3, month_max: 8 },
    ...{ release_minutes: 20, last_start_minutes: 30, overrun_allowed: false },
    ...{ guests_allowed: true, groups: [group] },
    closed: [{ from: '2999-12-24', until: '2999-12-26', reason: 'Holidays' }],
  })
}

async function changeMany(landlord: Person, ids: string[]) {
  const body = { chosen: { ids }, set: { price: 3 } }
  const { id } = await landlord.call<{ id: string }>('POST', '/devices/bulk-changes', body)
  await landlord.call('POST', `/bulk-changes/${id}/apply`)
}

/** Screens of the landlord as an owner and as staff of the admin. */
async function screensOfStaff(landlord: Person, admin: Person): Promise<string[]> {
  await landlord.call('POST', '/staff', {
    ...{ email: 'mia.manager@example.com', role: 'manager', places: ['Attic', 'Cellar'] },
    current_password: password,
  })
  const account = await admin.employ(landlord, 'technician', firstAdminAccount.password)
  return ['/dashboard', '/devices', '/payments'].map((path) => `/for/${account}${path}`)
}

/** Opens an address and waits until loading ends. */
export async function show(page: Page, address: string) {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0)
}

/** Opens the first row of a list, of which a phone shows two lines. */
export async function openRow(page: Page) {
  const row = page.getByRole('button', { name: /^(Details|Detalles) / }).first()
  if (await row.isVisible()) await row.click({ position: { x: 200, y: 55 } })
}
