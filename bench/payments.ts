import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deviceDefaults } from '@coinless/contract/devices.ts'
import { connect, type Database } from '../server/database/connection.ts'
import { redemptionOf } from '../server/payments/prepaid.ts'
import { codeKey } from '../server/prepaid-codes/code-text.ts'
import { codeLength, codeOfMany } from '../server/testbed/many-rows.ts'
import { execute } from '../server/testbed/postgres.ts'
import type { Program } from '../server/testbed/program.ts'
import type { World } from './database.ts'
import { pgbench, type Sample, secondsARound } from './pgbench.ts'
import { memoryMb, startServer, tokenOf } from './server.ts'
import { median, rounded } from './statistics.ts'

const run = promisify(execFile)
const connections = 16
/** Each with a connection of their own: calls of one account wait for each other. */
const payers = Array.from({ length: connections }, (_, n) => `tenant${n + 1}@many.example`)

export interface PaymentFigure {
  of: string
  perSecond: number
  /** Median over the rounds of how much of pgbench's throughput that is. */
  ratio: number
  p50Ms: number
  p99Ms: number
  /** Of a server, right after the load. */
  memoryMb?: number
}

/** Payments with codes: pgbench with the statement alone, then one server, then two on one database. */
export async function benchPayments(world: World, rounds: number): Promise<PaymentFigure[]> {
  // Codes that never run empty, and payers who get no mails: files of mails would slow the disk.
  await execute(
    world.ownerUrl,
    `set session_replication_role = replica;
    update prepaid_codes set balance = 1000000, remaining_balance = 1000000;
    update users set email_verified = false where email = any ('{${payers}}')`,
  )
  const folder = await mkdtemp(join(tmpdir(), 'coinless-bench-'))
  const database = connect(world.url)
  const first = await startServer(world)
  const second = await startServer(world)
  try {
    const lua = join(folder, 'pay.lua')
    const script = await pgbenchScript(database, world)
    await writeFile(
      lua,
      await wrkScript(database, await Promise.all(payers.map((payer) => tokenOf(world, payer)))),
    )
    const alone = (protocol: 'prepared' | 'extended') => () =>
      pgbench(world.url, script, { connections, protocol })
    const subjects: [string, () => Promise<Sample>][] = [
      ['pgbench, prepared', alone('prepared')],
      ['pgbench, extended', alone('extended')],
      ['one server', () => wrk([first], lua)],
      ['two servers', () => wrk([first, second], lua)],
    ]
    const samples = subjects.map((): Sample[] => [])
    for (let round = -1; round < rounds; round++) {
      for (const [index, [of, measure]] of subjects.entries()) {
        const before = await paymentsOf(database)
        const sample = await measure()
        const done = (await paymentsOf(database)) - before
        // The last ones of a round are paid though nobody waits for the answer.
        if (done < sample.count) throw new Error(`${of}: ${done} of ${sample.count} were paid.`)
        if (round >= 0) samples[index]?.push(sample)
      }
    }
    return subjects.map(([of], index) => figureOf(of, samples[index] ?? [], samples[0] ?? []))
  } finally {
    await Promise.all([first.stop(), second.stop(), database.destroy()])
    await rm(folder, { recursive: true })
  }
}

async function paymentsOf(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom('transactions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function figureOf(of: string, samples: Sample[], base: Sample[]): PaymentFigure {
  const ratios = samples.map(
    ({ perSecond }, round) => perSecond / (base[round]?.perSecond ?? Number.NaN),
  )
  const memory = samples.flatMap(({ memoryMb }) => memoryMb ?? [])
  return {
    of,
    perSecond: rounded(median(samples.map(({ perSecond }) => perSecond))),
    ratio: rounded(median(ratios)),
    p50Ms: rounded(median(samples.map(({ p50Ms }) => p50Ms))),
    p99Ms: rounded(median(samples.map(({ p99Ms }) => p99Ms))),
    ...(memory.length > 0 && { memoryMb: Math.max(...memory) }),
  }
}

/** The server's own statement, with a device and a code that are drawn for each payment. */
async function pgbenchScript(database: Database, world: World): Promise<string> {
  const person = await database
    .selectFrom('users')
    .selectAll()
    .where('email', '=', payers[0] ?? '')
    .executeTakeFirstOrThrow()
  const idempotencyKey = { userId: person.id, key: 'KEY', requestHash: Buffer.alloc(32) }
  const { price: amount, duration_minutes: duration } = deviceDefaults
  // Of every twentieth row the code is enabled and the device active: nothing is refused.
  const payment = { device_id: 'DEVICE', prepaid_code: 'CODE', amount, duration }
  const { sql, parameters } = redemptionOf(person, undefined, idempotencyKey, payment).compile(
    database,
  )
  const drawn: Record<string, string> = {
    KEY: "(:key || '-' || :n)",
    DEVICE: `overlay(overlay(md5('device ' || :n) placing '4' from 13) placing 'a' from 17)::uuid`,
    [codeKey('CODE')]: `upper(left(md5('code ' || :n), ${codeLength}))`,
  }
  const statement = sql.replace(/\$(\d+)/g, (_, number: string) => {
    const value = parameters[Number(number) - 1]
    return drawn[String(value)] ?? literal(value)
  })
  return `\\set n 20 * random(0, ${world.rows / 20 - 1}) + 1
\\set key random(1, 1000000000000)
${onOneLine(statement)};
`
}

/** Without comments, and without colons that pgbench would take for variables of its own. */
function onOneLine(statement: string): string {
  return statement
    .replace(/--.*/g, '')
    .replace(/:(MI|SS)/g, '":"$1')
    .replace(/\s+/g, ' ')
}

function literal(value: unknown): string {
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
  if (Array.isArray(value)) return `'{}'::text[]`
  return value === null ? 'null' : `'${String(value).replaceAll("'", "''")}'`
}

async function wrkScript(database: Database, tokens: string[]): Promise<string> {
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
  return `local bodies = { ${bodies.join(',\n')} }
local tokens = { ${tokens.map((token) => `'${token}'`)} }
local run = tostring({}) .. os.time()
local count = 0
request = function()
  count = count + 1
  return wrk.format('POST', '/api/payments/prepaid', {
    ['authorization'] = 'Bearer ' .. tokens[count % #tokens + 1],
    ['content-type'] = 'application/json',
    ['idempotency-key'] = (run .. count):gsub('[^%w]', ''),
  }, bodies[math.random(#bodies)])
end
init = function() math.randomseed(os.time() + tonumber(tostring({}):match('0x(%x+)'), 16) % 100000) end
done = function(summary, latency)
  io.write(string.format('{"requests":%d,"us":%d,"refused":%d,"lost":%d,"p50":%f,"p99":%f}\\n',
    summary.requests, summary.duration, summary.errors.status,
    summary.errors.read + summary.errors.timeout + summary.errors.connect,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
`
}

async function wrk(servers: Program[], lua: string): Promise<Sample> {
  const each = await Promise.all(
    servers.map(async ({ address }) => {
      const { stdout } = await run('wrk', [
        ...['--threads', '1', '--connections', `${connections / servers.length}`],
        ...['--duration', `${secondsARound}s`, '--script', lua, address],
      ])
      const line = /^\{.*\}$/m.exec(stdout)?.[0] ?? '{}'
      const { requests, us, refused, lost, p50, p99 } = JSON.parse(line)
      if (refused !== 0 || lost !== 0) throw new Error(`wrk: ${stdout}`)
      return { count: requests, perSecond: requests / (us / 1e6), p50Ms: p50, p99Ms: p99 }
    }),
  )
  return {
    count: each.reduce((sum, { count }) => sum + count, 0),
    perSecond: each.reduce((sum, { perSecond }) => sum + perSecond, 0),
    p50Ms: Math.max(...each.map(({ p50Ms }) => p50Ms)),
    p99Ms: Math.max(...each.map(({ p99Ms }) => p99Ms)),
    memoryMb: Math.max(...servers.map(memoryMb)),
  }
}
