import { randomUUID } from 'node:crypto'
import type { Device } from '@coinless/contract/devices.ts'
import { ownerOfMany } from '../test/servers/many-rows.ts'
import { execute } from '../test/servers/postgres.ts'
import type { World } from './database.ts'
import { Phone, phoneSlowness } from './phone.ts'
import { benchScans } from './scans.ts'
import { startServer, tokenOf } from './server.ts'
import { median } from './statistics.ts'

const lists = [
  ...['/devices', '/transactions', '/prepaid-codes', '/resources'],
  ...['/admin/users', '/admin/prepaid-codes', '/admin/audit'],
]

/**
 * Lighthouse scores of the first screens on a phone, and how fast lists respond to taps and keys on a slow
 * phone. The first owner becomes an admin, who sees all lists and the dashboard of their own share.
 */
export async function benchScreens(world: World, rounds: number) {
  const email = ownerOfMany(1)
  await execute(world.ownerUrl, `update users set roles = '{admin}' where email = '${email}'`)
  await using running = new AsyncDisposableStack()
  const program = await startServer(world)
  running.defer(() => program.stop())
  const phone = await Phone.start(program.address, await phoneSlowness(program.address))
  running.defer(() => phone.stop())

  const firstScreens = [await firstScreen(phone, '/auth', rounds)]
  await phone.signIn(await tokenOf(world, email))
  for (const path of ['/dashboard', '/transactions']) {
    firstScreens.push(await firstScreen(phone, path, rounds))
  }
  const interactions = []
  for (const list of lists) {
    const times = await eachRound(rounds, () => phone.slowestInteraction(list))
    interactions.push({ list, slowestMs: median(times) })
  }
  const scan = await scanned(program.address, world)
  await phone.signIn(scan.token)
  firstScreens.push(await firstScreen(phone, `/payments?device=${scan.deviceId}`, rounds))
  const scans = await benchScans(scan, Math.max(rounds, 5))
  return { firstScreens, interactions, scans }
}

/** A machine of another owner, who holds their own code. */
async function scanned(address: string, world: World) {
  const email = ownerOfMany(2)
  const token = await tokenOf(world, email)
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  }
  const code = { code: 'SCANNED-MACHINE', balance: 100, customer_email: email }
  const body = JSON.stringify(code)
  const made = await fetch(`${address}/api/prepaid-codes`, { method: 'POST', headers, body })
  if (!made.ok) throw new Error(`A code was refused: ${await made.text()}`)
  const devices = await fetch(`${address}/api/devices?limit=100`, { headers })
  const { data } = (await devices.json()) as { data: Device[] }
  const device = data.find(({ status }) => status === 'active')
  if (!device) throw new Error('no payable machine')
  return { address, token, sticker: device.sticker_number, deviceId: device.id }
}

async function firstScreen(phone: Phone, path: string, rounds: number) {
  const reports = await eachRound(rounds, () => phone.lighthouse(path))
  const figures = Object.keys(reports[0] ?? {}) as (keyof (typeof reports)[number])[]
  return {
    path,
    ...Object.fromEntries(figures.map((name) => [name, median(reports.map((each) => each[name]))])),
  }
}

async function eachRound<T>(rounds: number, measure: () => Promise<T>): Promise<T[]> {
  const results = []
  for (let n = 0; n < rounds; n++) results.push(await measure())
  return results
}
