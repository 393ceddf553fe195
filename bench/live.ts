import type { SignedIn } from '@coinless/contract/auth.ts'
import type { WithCredential } from '@coinless/contract/controllers.ts'
import { deviceDefaults } from '@coinless/contract/device-defaults.ts'
import type { Device } from '@coinless/contract/devices.ts'
import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import { chromium, type Page } from '@playwright/test'
import { chromiumFlags, findHeadless } from '../e2e/chromium.ts'
import { Box } from '../server/machines/simulated/box.ts'
import type { World } from './database.ts'
import { startServer } from './server.ts'
import { median, rounded } from './statistics.ts'

const password = 'correct horse battery'
const patienceMs = 30_000
const minutes = 30
const price = 2.5

/**
 * Time until a device page in Chromium shows a change at the controller: from a start, which it answers
 * at once, or a disconnection until the new text is painted.
 */
export async function benchLive(world: World, rounds: number) {
  await using running = new AsyncDisposableStack()
  const program = await startServer(world)
  running.defer(() => program.stop())
  const { address } = program
  const browser = await chromium.launch({ executablePath: findHeadless(), args: chromiumFlags })
  running.defer(() => browser.close())

  const landlord = await register(address, 'landlord')
  const tenant = await register(address, 'tenant')
  const room = { name: 'Laundry room', driver: 'coinless' }
  const controller = await landlord.call<WithCredential>('/controllers', room)
  const { code: prepaid_code } = await landlord.call<PrepaidCode>('/prepaid-codes', {
    code: 'BENCH-LIVE-7F3K',
    balance: rounds * price,
  })

  let heardAt = Number.NaN
  const wire = (deliver: () => void) => {
    heardAt = Date.now()
    deliver()
  }
  const { credential } = controller
  const box = new Box({ server: address, credential, channels: rounds, wire })
  running.defer(async () => box.disconnect())
  const page = await browser.newPage()
  await signIn(page, address, landlord.signedIn)

  const times = { 'the start is answered': [] as number[], 'the connection ends': [] as number[] }
  for (let channel = 1; channel <= rounds; channel++) {
    const device_id = await addDevice(landlord, channel, controller)
    box.connect()
    await page.goto(`${address}/devices/${device_id}`)
    await paintOf(page, 'Available')
    const started = paintOf(page, 'Running')
    const payment = { device_id, prepaid_code, amount: price, duration: minutes }
    await tenant.call('/payments/prepaid', payment)
    times['the start is answered'].push((await started) - heardAt)
    const silent = paintOf(page, 'By timer: no answer')
    const endedAt = Date.now()
    box.disconnect()
    times['the connection ends'].push((await silent) - endedAt)
  }
  return Object.entries(times).map(([what, all]) => ({
    what,
    changes: all.length,
    medianMs: rounded(median(all)),
    slowestMs: rounded(Math.max(...all)),
  }))
}

async function addDevice(
  landlord: Awaited<ReturnType<typeof register>>,
  channel: number,
  { id: controller_id }: WithCredential,
): Promise<string> {
  const { id } = await landlord.call<Device>('/devices', {
    ...deviceDefaults,
    duration_minutes: minutes,
    price,
    label: 'Washer',
    device_number: `W-${channel}`,
    device_type: 'washer',
    landlord_email: landlord.email,
    location: 'Elm Street 4',
  })
  await landlord.call(`/devices/${id}/link`, { controller_id, channel, switching: 'relay' })
  return id
}

async function register(address: string, user_type: 'landlord' | 'tenant') {
  const email = `${user_type}-of-live@example.com`
  const person = { full_name: user_type, email, password, user_type }
  const signedIn = await post<SignedIn>(`${address}/api/auth-register`, person)
  const { access_token } = signedIn.session
  const call = <Answer>(path: string, body: object) =>
    post<Answer>(`${address}/api${path}`, body, access_token)
  return { email, signedIn, call }
}

async function post<Answer>(address: string, body: object, token?: string) {
  const answer = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${address}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

async function signIn(page: Page, address: string, { session, user }: SignedIn) {
  const { access_token, refresh_token } = session
  const stored = { user: JSON.stringify(user), access_token, refresh_token }
  await page.goto(`${address}/robots.txt`)
  await page.evaluate(`Object.assign(localStorage, ${JSON.stringify(stored)})`)
}

/** @returns when the page painted the text, as Date.now() */
function paintOf(page: Page, text: string): Promise<number> {
  return page.evaluate(`new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(${JSON.stringify(text)} + ' is not shown: ' + document.body.innerText)), ${patienceMs})
    const look = () => {
      if (!document.querySelector('main')?.textContent.includes(${JSON.stringify(text)})) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(Date.now())))
    }
    const observer = new MutationObserver(look)
    observer.observe(document, { subtree: true, childList: true, characterData: true })
    look()
  })`)
}
