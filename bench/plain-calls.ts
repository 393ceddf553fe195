import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deviceDefaults } from '@coinless/contract/device-defaults.ts'
import { ownerOfMany } from '../test/servers/many-rows.ts'
import { execute, query } from '../test/servers/postgres.ts'
import { Program } from '../test/servers/program.ts'
import { withCpu } from './cpu.ts'
import type { World } from './database.ts'
import type { Sample } from './pgbench.ts'
import { secret, startServer, tokenOf } from './server.ts'
import { median, rounded } from './statistics.ts'
import { writeCalls, wrk } from './wrk.ts'

const connections = 10
const plainServer = fileURLToPath(new URL('../test/servers/plain-server.ts', import.meta.url))

export interface CallFigure {
  call: string
  by: string
  perSecond: number
  /** Median ratio to the handwritten endpoint. */
  ratio: number
  p50Ms: number
  p99Ms: number
  /** CPU time per call in PostgreSQL and server. */
  cpuMs: number
}

/**
 * Reads and creates one device, by this server and by a plain Fastify and Kysely endpoint that checks the token
 * (test/servers/plain-server.ts), each in the same table and in one without indexes and triggers.
 */
export async function benchPlainCalls(world: World, rounds: number): Promise<CallFigure[]> {
  await makeBareDevices(world)
  const folder = await mkdtemp(join(tmpdir(), 'coinless-bench-'))
  const server = await startServer(world)
  const plain = new Program(
    { DATA_DIR: '/nonexistent', DATABASE_URL: world.url, JWT_SECRET: secret },
    plainServer,
  )
  await plain.start()
  try {
    const owners = Array.from({ length: connections }, (_, n) => ownerOfMany(n + 1))
    const everybody = await Promise.all(owners.map((owner) => tokenOf(world, owner)))
    const one = everybody.slice(0, 1)
    const read = { method: 'GET', ...(await devicesToRead(world)) } as const
    const created = { method: 'POST', path: `'/api/devices'`, ...devicesToCreate() } as const
    const bare = { ...created, path: `'/api/bare-devices'` }
    const subjects = [
      { call: 'GET /devices/:id', by: 'written by hand', at: plain, tokens: everybody, ...read },
      { call: 'GET /devices/:id', by: 'ten accounts', at: server, tokens: everybody, ...read },
      { call: 'GET /devices/:id', by: 'one account', at: server, tokens: one, ...read },
      { call: 'POST /devices', by: 'written by hand', at: plain, tokens: everybody, ...created },
      { call: 'POST /devices', by: 'by hand, bare table', at: plain, tokens: everybody, ...bare },
      { call: 'POST /devices', by: 'ten accounts', at: server, tokens: everybody, ...created },
      { call: 'POST /devices', by: 'one account', at: server, tokens: one, ...created },
    ]
    const samples = subjects.map((): Sample[] => [])
    for (let round = -1; round < rounds; round++) {
      for (const [index, { at, ...calls }] of subjects.entries()) {
        const lua = join(folder, `${index}.lua`)
        await writeCalls(lua, calls)
        const sample = await withCpu(world, [at], () => wrk([at], lua, connections))
        if (round >= 0) samples[index]?.push(sample)
      }
    }
    return subjects.map(({ call, by }, index) => {
      const base = samples[subjects.findIndex((subject) => subject.call === call)] ?? []
      return { call, by, ...figureOf(samples[index] ?? [], base) }
    })
  } finally {
    await Promise.all([server.stop(), plain.stop()])
    await rm(folder, { recursive: true })
  }
}

async function makeBareDevices(world: World): Promise<void> {
  await execute(
    world.ownerUrl,
    `create schema if not exists bare;
    create table bare.devices as select * from devices;
    alter table bare.devices drop search_text, drop landlord_accepted, drop is_open,
      alter id set default gen_random_uuid(), alter created_at set default now(),
      alter updated_at set default now();
    alter table bare.devices add primary key (id);
    grant usage on schema bare to public;
    grant all on bare.devices to public;
    analyze bare.devices`,
  )
}

async function devicesToRead(world: World) {
  const rows = await query(
    world.ownerUrl,
    `select id from devices where status = 'active' order by id limit 20000`,
  )
  const ids = rows.map(({ id }) => `'${id}'`)
  return {
    given: `local ids = { ${ids.join(',\n')} }`,
    path: `'/api/devices/' .. ids[math.random(#ids)]`,
  }
}

function devicesToCreate() {
  const device = {
    ...deviceDefaults,
    label: 'Machine',
    device_number: 'NUMBER',
    landlord_email: 'OWNER',
    location: 'House 1, basement',
  }
  const text = JSON.stringify(device)
    .replace('NUMBER', `' .. run .. count .. '`)
    .replace('OWNER', ownerOfMany(`' .. count % #tokens + 1 .. '`))
  return { given: '', body: `'${text}'` }
}

function figureOf(samples: Sample[], base: Sample[]) {
  return {
    perSecond: rounded(median(samples.map(({ perSecond }) => perSecond))),
    ratio: rounded(
      median(samples.map(({ perSecond }, n) => perSecond / (base[n]?.perSecond ?? Number.NaN))),
    ),
    p50Ms: rounded(median(samples.map(({ p50Ms }) => p50Ms))),
    p99Ms: rounded(median(samples.map(({ p99Ms }) => p99Ms))),
    cpuMs: rounded(median(samples.map(({ cpuMs = Number.NaN }) => cpuMs))),
  }
}
