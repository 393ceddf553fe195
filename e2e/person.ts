import { randomUUID } from 'node:crypto'
import type { WithSecretKey } from '@coinless/contract/api-keys.ts'
import type { SignedIn } from '@coinless/contract/auth.ts'
import type { StaffRole } from '@coinless/contract/choices.ts'
import type { WithCredential } from '@coinless/contract/controllers.ts'
import type { DeviceLink } from '@coinless/contract/device-links.ts'
import type { PriceList } from '@coinless/contract/device-prices.ts'
import type { Device } from '@coinless/contract/devices.ts'
import type { WithDisplaySecret } from '@coinless/contract/displays.ts'
import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import type { Report } from '@coinless/contract/reports.ts'
import type { Resource } from '@coinless/contract/resources.ts'
import type { Right } from '@coinless/contract/rights.ts'
import type { Transaction } from '@coinless/contract/transactions.ts'
import type { WithSecret } from '@coinless/contract/webhooks.ts'
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test'
import { fromApi, toApi } from './local.ts'
import { mailedCode, mailedLink } from './mailbox.ts'

export { expect }
export const password = 'correct horse battery'
export const codePrefix = 'TEST-CODE-'

/** Created by the server at its first start: see server.ts. */
export const firstAdminAccount = { email: 'admin@example.com', password: 'admin of the tests' }

/** A user who can create data by the API for a screen to show. */
export class Person {
  readonly email: string
  readonly fullName: string
  readonly signedIn: SignedIn
  private readonly request: APIRequestContext

  constructor(request: APIRequestContext, signedIn: SignedIn) {
    this.request = request
    this.signedIn = signedIn
    this.email = signedIn.user.email
    this.fullName = signedIn.user.full_name
  }

  /** Amounts are in dollars: see local.ts. */
  async call<T>(method: string, path: string, body?: object): Promise<T> {
    const isDocument = path.startsWith('/api-resources')
    const answer = await this.request.fetch(`/api${path}`, {
      method,
      data: isDocument ? body : toApi(body),
      headers: { authorization: `Bearer ${this.signedIn.session.access_token}` },
    })
    expect(answer.ok(), await answer.text()).toBe(true)
    if (answer.status() === 204) return undefined as T
    return isDocument ? answer.json() : fromApi(await answer.json())
  }

  addDevice(facts: Partial<Device> = {}): Promise<Device> {
    return this.call('POST', '/devices', {
      label: 'Washer by the window',
      device_number: `W-${randomUUID().slice(0, 6)}`,
      device_type: 'washer',
      landlord_email: this.email,
      location: 'Elm Street 4',
      duration_minutes: 30,
      price: 2.5,
      ...facts,
    })
  }

  /** Programmes and times instead of one price. */
  savePrices({ id }: Device, list: Partial<PriceList>): Promise<PriceList> {
    const plain = { time_zone: null, times: [], planned: [] }
    return this.call('PUT', `/devices/${id}/prices`, { ...plain, ...list })
  }

  issueCode(facts: Partial<PrepaidCode> = {}): Promise<PrepaidCode> {
    return this.call('POST', '/prepaid-codes', {
      code: `${codePrefix}${randomUUID().slice(0, 13)}`,
      balance: 10,
      ...facts,
    })
  }

  addController(facts: Partial<WithCredential> = {}): Promise<WithCredential> {
    return this.call('POST', '/controllers', { name: 'Laundry room', driver: 'coinless', ...facts })
  }

  link(device: Device, { id }: WithCredential, facts: Partial<DeviceLink> = {}) {
    const body = { controller_id: id, channel: 1, switching: 'relay', ...facts }
    return this.call<DeviceLink>('POST', `/devices/${device.id}/link`, body)
  }

  addResource(document: object): Promise<Resource> {
    return this.call('POST', '/api-resources-create', document)
  }

  /** Assigns a role to a user, as an admin. */
  async assignRole(person: Person, role: string) {
    person.signedIn.user = await this.call(
      'POST',
      `/admin-users-roles/${person.signedIn.user.id}`,
      { role },
    )
  }

  /** Makes a user an admin: assigns the role and verifies the address, which the role requires. */
  async makeAdmin(person: Person) {
    await person.verify()
    await this.assignRole(person, 'admin')
  }

  /** Verifies the address with the code mailed at registration. */
  async verify(outbox?: string) {
    const code = await mailedCode(this.email, 'Verify your email address', outbox)
    this.signedIn.user = await this.call('PUT', '/users-me/verification', { code })
  }

  async pay(device: Device, code: PrepaidCode): Promise<Transaction> {
    const { transaction } = await this.call<{ transaction: Transaction }>(
      'POST',
      '/payments/prepaid',
      {
        device_id: device.id,
        prepaid_code: code.code,
        amount: device.price,
        duration: device.duration_minutes,
      },
    )
    return transaction
  }

  report({ id }: Device, facts: Partial<Report> & { photo?: string } = {}): Promise<Report> {
    const body = { device_id: id, kind: 'damaged', text: 'The door is loose', ...facts }
    return this.call('POST', '/reports', body)
  }

  /** A webhook without a server, with a test event in delivery. */
  async addWebhook(): Promise<WithSecret> {
    const body = { url: 'http://127.0.0.1:9/coinless', events: ['payment.created', 'code.used_up'] }
    const webhook = await this.call<WithSecret>('POST', '/webhooks', body)
    await this.call('POST', `/webhooks/${webhook.id}/test`)
    return webhook
  }

  addDisplay({ sticker_number }: Device, facts: object = {}): Promise<WithDisplaySecret> {
    const shown = { name: 'TV', language: 'es', shows_people: 'positions' }
    const body = { ...shown, takes_payments: false, ...facts }
    return this.call('POST', `/rooms/${sticker_number}/displays`, body)
  }

  makeKey(name: string, rights: Right[]): Promise<WithSecretKey> {
    return this.call('POST', '/users-me/api-keys', { name, rights, current_password: password })
  }

  /** Adds a user to this person's staff, as if they had used the invitation link. */
  async employ(
    member: Person,
    role: StaffRole,
    secret = password,
    places: string[] | null = null,
  ): Promise<string> {
    const body = { email: member.email, role, places, current_password: secret }
    await this.call('POST', '/staff', body)
    const link = await mailedLink(member.email, 'invites you to')
    await member.call('POST', '/staff/invitations/accept', { secret: link.split('#')[1] })
    return this.signedIn.user.id
  }

  /** Lets holders of this person's codes top them up by card. */
  allowTopUps(): Promise<unknown> {
    const settings = { is_on: true, amounts: [5, 10, 20], amount_max: 50, balance_max: 100 }
    return this.call('PUT', '/top-up-settings', settings)
  }

  topUpByCard({ id }: PrepaidCode): Promise<{ id: string }> {
    const body = { amount: 5, payment_method_id: 'pm_card_visa' }
    return this.call('POST', `/prepaid-codes/${id}/card-top-up`, body)
  }

  /** Signs this person in to the page's browser, from the next address on. */
  async signInAt(page: Page, origin = '') {
    await page.goto(`${origin}/robots.txt`)
    await page.evaluate(({ session, user }) => {
      localStorage.setItem('user', JSON.stringify(user))
      localStorage.setItem('access_token', session.access_token)
      localStorage.setItem('refresh_token', session.refresh_token)
    }, this.signedIn)
  }
}

export async function register(
  request: APIRequestContext,
  user_type: 'tenant' | 'landlord',
): Promise<Person> {
  const answer = await request.post('/api/auth-register', {
    data: {
      full_name: user_type === 'tenant' ? 'Terry Tenant' : 'Lou Landlord',
      email: `${randomUUID()}@example.com`,
      password,
      user_type,
    },
  })
  return new Person(request, await answer.json())
}

/** Opens a new session of an account. */
export async function signIn(
  request: APIRequestContext,
  account: { email: string; password: string },
): Promise<Person> {
  const answer = await request.post('/api/auth-login', { data: account })
  return new Person(request, await answer.json())
}

export const firstAdmin = (request: APIRequestContext) => signIn(request, firstAdminAccount)

/**
 * `landlord` and `tenant` are new accounts, `admin` is the first admin. The page is not
 * signed in yet.
 */
export const test = base.extend<{ landlord: Person; tenant: Person; admin: Person }>({
  landlord: async ({ request }, use) => use(await register(request, 'landlord')),
  tenant: async ({ request }, use) => use(await register(request, 'tenant')),
  admin: async ({ request }, use) => use(await firstAdmin(request)),
})

/** Fills in the open sign-in form. */
export async function login(page: Page, email: string, secret = password) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

export function toast(page: Page, text: string) {
  return page.getByRole('alert').filter({ hasText: text })
}

/** That toast may be gone: a success shows for four seconds. */
export async function expectNoToastBut(page: Page, text: string) {
  await expect(page.getByRole('alert').filter({ hasNotText: text })).toHaveCount(0)
}

/** Fails the next matching calls without an answer of the server. */
export async function breakCalls(page: Page, address: RegExp, method?: string) {
  await page.route(address, (route) =>
    method && route.request().method() !== method ? route.fallback() : route.abort(),
  )
}

/**
 * The same for loads, until the user retries: the health check fails too, so the page does not
 * notice that the server is back.
 */
export async function breakLoads(page: Page, address: RegExp) {
  await page.route('**/api/health', (route) => route.abort())
  await breakCalls(page, address)
}

/** Blocks event streams, because a page with an open connection is never idle. */
export async function withoutEvents(page: Page) {
  await page.context().route(/\/api\/cycle-events/, (route) => route.abort())
}

/** Chooses in the menu ⋯ of the page. */
export async function chooseMore(page: Page, name: string) {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** @param zone as the select shows it, such as America/New York */
export async function chooseZone(page: Page, zone: string) {
  await page.getByRole('combobox', { name: 'Time zone' }).fill(zone)
  await page.getByRole('option', { name: zone, exact: true }).click()
}
