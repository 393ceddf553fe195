import { deviceDefaults } from '@coinless/contract/device-defaults.ts'
import { limits } from '@coinless/contract/limits.ts'
import { connect } from '../server/database/connection.ts'
import { generateCode } from '../server/secrets/code-text.ts'
import { codeOfMany, ownerOfMany } from '../server/testbed/many-rows.ts'
import { execute } from '../server/testbed/postgres.ts'
import type { Program } from '../server/testbed/program.ts'
import type { World } from './database.ts'
import { memoryMb, startServer, tokenOf } from './server.ts'
import { median, rounded } from './statistics.ts'

const payer = 'tenant1@many.example'
const codesAtOnce = 400
const pagesAtOnce = 60
const paymentsWithoutFlood = 50

export interface FloodFigure {
  amid: string
  payments: number
  p50Ms: number
  worstMs: number
  /** How much longer the worst payment took than the worst without a flood. */
  addedMs: number
  memoryMb: number
}

type Call = (path: string, body?: object) => Promise<Response>

/** What one account can add to the payments of others, by the calls that cost most, all at once. */
export async function benchFloods(world: World): Promise<FloodFigure[]> {
  const flooder = ownerOfMany(1)
  await execute(
    world.ownerUrl,
    `insert into resources (owner_id, document)
    select id, json_build_object('text', repeat('x', ${limits.documentBytes - 1024}))
    from users, generate_series(1, 100) where email = '${flooder}'`,
  )
  const program = await startServer(world)
  const flood = callsAs(program, await tokenOf(world, flooder))
  const pay = await payments(world, callsAs(program, await tokenOf(world, payer)))
  const fullPage = Math.floor(limits.resourcesPageBytes / limits.documentBytes)
  const floods: [string, () => Promise<unknown>][] = [
    ['nothing', () => repeat(paymentsWithoutFlood, pay)],
    [
      `${codesAtOnce} codes of ${limits.codeMax} characters`,
      () => atOnce(codesAtOnce, () => flood('/prepaid-codes', { code: longCode(), balance: 1 })),
    ],
    [
      `${codesAtOnce} codes that are easy to guess`,
      () => atOnce(codesAtOnce, () => flood('/prepaid-codes', { code: weakCode(), balance: 1 })),
    ],
    [
      `${pagesAtOnce} pages of the largest resources`,
      () => atOnce(pagesAtOnce, () => flood(`/api-resources-list?page=1&limit=${fullPage}`)),
    ],
  ]
  try {
    await repeat(paymentsWithoutFlood, pay)
    const figures: FloodFigure[] = []
    for (const [amid, start] of floods) {
      const times = await timesDuring(start, pay)
      const worst = Math.max(...times)
      figures.push({
        amid,
        payments: times.length,
        p50Ms: rounded(median(times)),
        worstMs: rounded(worst),
        addedMs: rounded(worst - (figures[0]?.worstMs ?? worst)),
        memoryMb: memoryMb(program),
      })
    }
    return figures
  } finally {
    await program.stop()
  }
}

async function timesDuring(start: () => Promise<unknown>, pay: () => Promise<void>) {
  let isOver = false
  const flooding = start().finally(() => {
    isOver = true
  })
  const times: number[] = []
  while (!isOver) {
    const started = performance.now()
    await pay()
    times.push(performance.now() - started)
  }
  await flooding
  return times
}

function callsAs({ address }: Program, token: string): Call {
  return (path, body) =>
    fetch(`${address}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
}

/** Pays for a machine that takes payments, with a code that never runs empty. */
async function payments({ url, ownerUrl }: World, call: Call): Promise<() => Promise<void>> {
  await execute(
    ownerUrl,
    `set session_replication_role = replica;
    update prepaid_codes set balance = 1000000, remaining_balance = 1000000`,
  )
  const database = connect(url)
  const device = await database
    .selectFrom('devices')
    .select(['id', 'device_number'])
    .where('device_number', 'like', 'M-%1')
    .where('status', '=', 'active')
    .limit(1)
    .executeTakeFirstOrThrow()
  await database.destroy()
  const { price: amount, duration_minutes: duration } = deviceDefaults
  const prepaid_code = codeOfMany(Number(device.device_number.slice(2)))
  return async () => {
    const answer = await call('/payments/prepaid', {
      device_id: device.id,
      prepaid_code,
      amount,
      duration,
    })
    if (answer.status !== 201)
      throw new Error(`A payment got ${answer.status}: ${await answer.text()}`)
  }
}

async function repeat(count: number, work: () => Promise<void>) {
  for (let n = 0; n < count; n++) await work()
}

function atOnce(count: number, work: () => Promise<Response>) {
  return Promise.all(Array.from({ length: count }, async () => (await work()).arrayBuffer()))
}

function longCode(): string {
  return Array.from({ length: 4 }, () => generateCode().replaceAll('-', '').slice(0, 15))
    .join('')
    .slice(0, limits.codeMax)
}

function weakCode(): string {
  return 'A1'.repeat(limits.codeMax / 2)
}
