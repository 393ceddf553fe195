import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, release, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { benchControllers } from './controllers.ts'
import { BenchDatabase, type World } from './database.ts'
import { benchFloods } from './floods.ts'
import { benchFootprint } from './footprint.ts'
import { benchHistory } from './history.ts'
import { benchLists } from './lists.ts'
import { benchLive } from './live.ts'
import { benchPartitions } from './partitions.ts'
import { benchPaymentSize } from './payment-size.ts'
import { benchPayments } from './payments.ts'
import { benchPlainCalls } from './plain-calls.ts'
import { benchPresence } from './presence.ts'
import { benchRevenue } from './revenue.ts'
import { benchRoomRules } from './room-rules.ts'
import { benchScreens } from './screens.ts'
import { benchSystem } from './system.ts'

/**
 * `npm run bench`: all parts in one run, as tables and as .cache/bench.json. Names select parts, such as
 * `npm run bench -- payments screens`.
 */
const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const sizes = values.quick ? [1000, 10_000] : [1000, 100_000, 1_000_000]
const largest = Math.max(...sizes)
const rounds = values.quick ? 1 : 5
const report = {
  machine: {
    processor: cpus()[0]?.model,
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    kernel: release(),
    node: process.version,
  },
  figures: {} as Record<string, object[]>,
}

/** Measured in this order: for the screens an owner becomes an admin, who has other lists. */
const parts: Record<string, () => Promise<void>> = {
  async lists() {
    for (const owners of [1, 1000]) {
      const title = owners === 1 ? 'Lists of one owner' : `Lists among ${owners} owners`
      show(title, await benchLists(await worldsOf(owners), 2 * rounds + 1))
    }
  },
  async history() {
    show('A year of history', await benchHistory(await worldsOf(1)))
  },
  async revenue() {
    show('Revenue', await benchRevenue([await world(largest, 1000)]))
  },
  async system() {
    const worlds = [await world(Math.min(...sizes), 1000), await world(largest, 1000)]
    show('The page of the system', await benchSystem(worlds, 2 * rounds))
  },
  async screens() {
    const { firstScreens, interactions, scans } = await benchScreens(
      await world(largest, 1000),
      rounds,
    )
    show('First screens by Lighthouse, on a phone', firstScreens)
    show('Interaction to next paint, on a phone', interactions)
    show('From the QR code of a machine, on a slow phone', scans)
  },
  async partitions() {
    const figures = await benchPartitions(await world(largest, 1000), Math.ceil(rounds / 2))
    show('Partitions', figures)
  },
  async payments() {
    show('Payments with codes', await benchPayments(await world(20_000, 10), rounds))
  },
  async 'room-rules'() {
    show('Payments in rooms with rules', await benchRoomRules(await world(20_000, 10), 2 * rounds))
  },
  async 'payment-size'() {
    show('What a payment takes of the disk', await benchPaymentSize(await world(10_000, 10)))
  },
  async 'plain-calls'() {
    show('Plain calls', await benchPlainCalls(await world(largest, 1000), rounds))
  },
  async floods() {
    show('Payments amid floods of one account', await benchFloods(await world(20_000, 10)))
  },
  async controllers() {
    const count = values.quick ? 1000 : 10_000
    const figures = await benchControllers(await world(20_000, 10), count, Math.min(rounds, 3))
    show('Controllers that are connected', figures)
  },
  async presence() {
    const figures = await benchPresence(await world(1000, 10), largest, rounds)
    show('Presence of controllers', figures)
  },
  async live() {
    show('From a controller to a page', await benchLive(await world(1000, 10), 2 * rounds))
  },
  async footprint() {
    show('Footprint', await benchFootprint(rounds))
  },
}

for (const program of ['pgbench', 'wrk']) {
  const { status } = spawnSync('which', [program])
  if (status !== 0) throw new Error(`${program} is missing: apt install postgresql wrk`)
}
const unknown = positionals.find((name) => !parts[name])
if (unknown)
  throw new Error(`Unknown part ${unknown}. Choose from ${Object.keys(parts).join(', ')}.`)

const worlds = new Map<string, World>()
const database = await BenchDatabase.start()
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (positionals.length === 0 || positionals.includes(name)) await measure()
  }
} finally {
  await database.stop()
}
await mkdir('.cache', { recursive: true })
await writeFile('.cache/bench.json', JSON.stringify(report, null, 2))

async function worldsOf(owners: number): Promise<World[]> {
  const all = []
  for (const rows of sizes) all.push(await world(rows, owners))
  return all
}

/** Filled at first use. */
async function world(rows: number, owners: number): Promise<World> {
  const key = `${rows} ${owners}`
  const there = worlds.get(key)
  if (there) return there
  console.error(`Filling the database with ${rows} rows for ${owners} owners …`)
  const filled = await database.fill(rows, owners)
  worlds.set(key, filled)
  return filled
}

function show(title: string, figures: object[]) {
  report.figures[title] = figures
  console.log(`\n## ${title}`)
  console.table(figures)
}
