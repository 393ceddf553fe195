import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deviceDefaults } from '@coinless/contract/device-defaults.ts'
import { connect, type Database } from '../server/platform/database/connection.ts'
import { codeOfMany } from '../test/servers/many-rows.ts'
import { execute, query } from '../test/servers/postgres.ts'
import { barePaymentScript, makeBareTables } from './bare-payment.ts'
import { withCpu } from './cpu.ts'
import type { World } from './database.ts'
import { endCycles, makeLinkedDevices, paymentScripts } from './payment-scripts.ts'
import { pgbench, type Sample } from './pgbench.ts'
import { startServer, tokenOf } from './server.ts'
import { median, rounded } from './statistics.ts'
import { writeCalls, wrk } from './wrk.ts'

const connections = 16
/** Each with a separate connection: calls of one account wait for each other. */
export const payers = Array.from({ length: connections }, (_, n) => `tenant${n + 1}@many.example`)

export interface PaymentFigure {
  of: string
  perSecond: number
  /**
   * Median ratios to pgbench with the bare statement, with our statement without its cycle, and with
   * our statement.
   */
  ofBare: number
  ofWithoutCycle: number
  ofOurs: number
  p50Ms: number
  p99Ms: number
  p99OfP50: number
  /** CPU time per payment in PostgreSQL and server. */
  cpuMs: number
  /** Memory of a server right after the load. */
  memoryMb?: number
}

/**
 * Payments with codes: pgbench with the bare statement and with our statement, without and with its
 * cycle, then one server, then two on one database.
 */
export async function benchPayments(world: World, rounds: number): Promise<PaymentFigure[]> {
  await preparePayments(world)
  await makeBareTables(world)
  const folder = await mkdtemp(join(tmpdir(), 'coinless-bench-'))
  const database = connect(world.url)
  const first = await startServer(world)
  const second = await startServer(world)
  try {
    const lua = join(folder, 'pay.lua')
    await makeLinkedDevices(world)
    const scripts = await paymentScripts(database, world, payers[0] ?? '')
    await writePayments(
      lua,
      database,
      await Promise.all(payers.map((payer) => tokenOf(world, payer))),
    )
    const alone = (statement: string, protocol: 'prepared' | 'extended') => () =>
      pgbench(world.url, statement, { connections, protocol })
    const subjects: [string, () => Promise<Sample>][] = [
      ['pgbench, bare statement', alone(barePaymentScript(world), 'prepared')],
      ['pgbench, our statement without its cycle', alone(scripts.withoutCycle, 'prepared')],
      ['pgbench, our statement', alone(scripts.ours, 'prepared')],
      ['pgbench, our statement at linked devices', alone(scripts.linked, 'prepared')],
      ['pgbench, our statement planned each time', alone(scripts.ours, 'extended')],
      ['one server', () => wrk([first], lua, connections)],
      [
        'one server, numbered receipts',
        () => withNumbers(world, () => wrk([first], lua, connections)),
      ],
      ['two servers', () => wrk([first, second], lua, connections)],
    ]
    const samples = subjects.map((): Sample[] => [])
    for (let round = -1; round < rounds; round++) {
      for (const [index, [of, measure]] of subjects.entries()) {
        await endCycles(world)
        const before = await paymentsOf(world)
        const sample = await withCpu(world, [first, second], measure)
        const done = (await paymentsOf(world)) - before
        // The last payments of a round complete although the load waits for no answer.
        if (done < sample.count) throw new Error(`${of}: ${done} of ${sample.count} were paid.`)
        if (round >= 0) samples[index]?.push(sample)
      }
    }
    const [bare = [], withoutCycle = [], ours = []] = samples
    return subjects.map(([of], index) =>
      figureOf(of, samples[index] ?? [], { bare, withoutCycle, ours }),
    )
  } finally {
    await Promise.all([first.stop(), second.stop(), database.destroy()])
    await rm(folder, { recursive: true })
  }
}

/** Codes that never run out of money, and payers without mail: mail files would slow the disk. */
export async function preparePayments({ ownerUrl }: World): Promise<void> {
  await execute(
    ownerUrl,
    `set session_replication_role = replica;
    update prepaid_codes set balance = 1000000, remaining_balance = 1000000;
    update users set email_verified = false where email = any ('{${payers}}')`,
  )
}

/** All owners have business details: receipts get numbers while they are paid. */
async function withNumbers({ ownerUrl }: World, measure: () => Promise<Sample>): Promise<Sample> {
  await execute(
    ownerUrl,
    `with details as (
      insert into business_details (user_id, effective_from, effective_at, time_zone, name, address, tax_due)
        select id, now(), now(), 'UTC', 'Laundry', 'Elm Street 4', 'cycle' from users
        where exists (select from devices where owner_id = users.id)
        returning id
    )
    insert into tax_rates (business_details_id, tax_rate) select id, 19 from details;
    insert into receipt_counters (seller_id, checked_until)
      select distinct user_id, now() from business_details`,
  )
  try {
    return await measure()
  } finally {
    await execute(
      ownerUrl,
      `set session_replication_role = replica;
      truncate business_details, tax_rates, receipts, receipt_counters`,
    )
  }
}

async function paymentsOf({ ownerUrl }: World): Promise<number> {
  const [row] = await query(
    ownerUrl,
    'select (select count(*) from transactions) + (select count(*) from bare.transactions) as count',
  )
  return Number(row?.count)
}

function figureOf(
  of: string,
  samples: Sample[],
  { bare, withoutCycle, ours }: Record<'bare' | 'withoutCycle' | 'ours', Sample[]>,
): PaymentFigure {
  const shareOf = (base: Sample[]) =>
    rounded(
      median(samples.map(({ perSecond }, n) => perSecond / (base[n]?.perSecond ?? Number.NaN))),
    )
  const memory = samples.flatMap(({ memoryMb }) => memoryMb ?? [])
  return {
    of,
    perSecond: rounded(median(samples.map(({ perSecond }) => perSecond))),
    ofBare: shareOf(bare),
    ofWithoutCycle: shareOf(withoutCycle),
    ofOurs: shareOf(ours),
    p50Ms: rounded(median(samples.map(({ p50Ms }) => p50Ms))),
    p99Ms: rounded(median(samples.map(({ p99Ms }) => p99Ms))),
    p99OfP50: rounded(median(samples.map(({ p50Ms, p99Ms }) => p99Ms / p50Ms))),
    cpuMs: rounded(median(samples.map(({ cpuMs = Number.NaN }) => cpuMs))),
    ...(memory.length > 0 && { memoryMb: Math.max(...memory) }),
  }
}

export async function writePayments(
  file: string,
  database: Database,
  tokens: string[],
): Promise<void> {
  const devices = await database
    .selectFrom('devices')
    .select(['id', 'device_number'])
    .where('device_number', 'like', 'M-%1')
    .where('status', '=', 'active')
    .limit(20_000)
    .execute()
  const { price: amount, duration_minutes: duration } = deviceDefaults
  const bodies = devices.map(({ id: device_id, device_number }) => {
    const prepaid_code = codeOfMany(Number(device_number.slice(2)))
    return `'${JSON.stringify({ device_id, prepaid_code, amount, duration })}'`
  })
  await writeCalls(file, {
    method: 'POST',
    path: `'/api/payments/prepaid'`,
    tokens,
    headers: { 'idempotency-key': 'run .. count' },
    given: `local bodies = { ${bodies.join(',\n')} }`,
    body: 'bodies[math.random(#bodies)]',
  })
}
