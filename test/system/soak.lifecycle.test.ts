import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { dashboard } from '@coinless/contract/dashboard.ts'
import { devices } from '@coinless/contract/devices.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { revenue } from '@coinless/contract/revenue.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { findInconsistencies } from '../../server/ledger/entries/check.ts'
import type { Program } from '../servers/program.ts'
import { RoughNetwork } from '../servers/rough-network.ts'
import { Fleet } from '../support/fleet.ts'
import { twoServers } from '../support/two-servers.ts'

/** Set by `npm run test:soak`. */
const minutes = Number(process.env.SOAK_MINUTES ?? 0)
const controllers = 24
const sampleMs = 10_000
const lookMs = 500
const day = new Date().toISOString().slice(0, 10)
const looks: [Endpoint, Record<string, string>][] = [
  [devices.list, {}],
  [transactions.list, { page: '3' }],
  [prepaidCodes.list, {}],
  [dashboard.revenue, { time_zone: 'America/New_York' }],
  [dashboard.attention, {}],
  [revenue.get, { from: day, until: day, time_zone: 'America/New_York', by: 'hour' }],
  [transactions.export, { year: day.slice(0, 4) }],
]

const running = new AsyncDisposableStack()
afterAll(() => running.disposeAsync())

interface Sample {
  memoryMb: number
  files: number
  connections: number
}

test.runIf(minutes > 0)(
  `leaks nothing and keeps the ledger balanced in ${minutes} minutes of load on two servers`,
  { timeout: (minutes + 30) * 60_000 },
  async () => {
    const { first, second, port, database } = await twoServers(running, { RATE_LIMITS: 'off' })
    const network = new RoughNetwork(port)
    running.defer(() => network.stop())
    const fleet = new Fleet(() => `http://127.0.0.1:${port()}`, network, database)
    running.defer(() => fleet.stop())
    await fleet.furnish(await network.start(), controllers)
    const serving = fleet.serve()
    const until = performance.now() + minutes * 60_000
    const samples: Sample[] = []
    const looking = lookAround(fleet, until)
    while (performance.now() < until) {
      await delay(sampleMs)
      samples.push(await sampleOf([first, second], database))
      await fleet.topUp(1000)
    }
    await looking
    fleet.close()
    await serving
    const quarters = [1, 3].map((quarter) => quarterOf(samples, quarter))
    console.log(`${fleet.paid.length} paid; second and last quarter:`, ...quarters)
    const [before, after] = quarters as [Sample, Sample]
    expect(after.memoryMb).toBeLessThan(before.memoryMb * 1.1)
    expect(after.files).toBeLessThanOrEqual(before.files + controllers)
    expect(after.connections).toBeLessThanOrEqual(before.connections + 2)
    const looked = database.selectFrom('cycles').select('id').where('next_check_at', 'is not', null)
    await expect.poll(() => looked.execute()).toEqual([])
    // A machine remembers its last starts only: fleet.lifecycle.test.ts checks what ran.
    expect(await findInconsistencies(database)).toEqual([])
  },
)

async function lookAround(fleet: Fleet, until: number) {
  for (let turn = 0; performance.now() < until; turn++) {
    const [endpoint, query] = looks[turn % looks.length] ?? [devices.list, {}]
    const { status } = await fleet.landlord.ask(endpoint, { query })
    expect([endpoint.path, status]).toEqual([endpoint.path, 200])
    await delay(lookMs)
  }
}

async function sampleOf(
  servers: Program[],
  database: Parameters<ReturnType<typeof sql>['execute']>[0],
): Promise<Sample> {
  const pids = servers.map(({ pid }) => pid ?? 0)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from pg_stat_activity where backend_type = 'client backend'`.execute(
    database,
  )
  return {
    memoryMb: Math.round(sum(pids.map(residentKb)) / 1024),
    files: sum(pids.map((pid) => readdirSync(`/proc/${pid}/fd`).length)),
    connections: rows[0]?.count ?? 0,
  }
}

function residentKb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Medians of one quarter of the time. The first quarter is 0. */
function quarterOf(samples: Sample[], quarter: number): Sample {
  const from = Math.floor((samples.length * quarter) / 4)
  const part = samples.slice(from, Math.floor((samples.length * (quarter + 1)) / 4))
  const middle = (of: (sample: Sample) => number) =>
    part.map(of).sort((a, b) => a - b)[Math.floor(part.length / 2)] ?? Number.NaN
  return {
    memoryMb: middle(({ memoryMb }) => memoryMb),
    files: middle(({ files }) => files),
    connections: middle(({ connections }) => connections),
  }
}
