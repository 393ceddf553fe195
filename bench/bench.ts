import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, release, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { BenchDatabase } from './database.ts'
import { benchHistory } from './history.ts'
import { benchLists } from './lists.ts'
import { benchPartitions } from './partitions.ts'
import { benchPayments } from './payments.ts'

/** `npm run bench`: everything side by side in one run, as a table and as .cache/bench.json. */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const sizes = values.quick ? [1000, 10_000] : [1000, 100_000, 1_000_000]
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

for (const program of ['pgbench', 'wrk']) {
  const { status } = spawnSync('which', [program])
  if (status !== 0) throw new Error(`${program} is missing: apt install postgresql wrk`)
}
const database = await BenchDatabase.start()
try {
  const [small, ...large] = sizes
  for (const owners of [1, 1000]) {
    const worlds = []
    for (const rows of [small ?? 0, ...large]) worlds.push(await fill(rows, owners))
    const title = owners === 1 ? 'Lists of one owner' : `Lists among ${owners} owners`
    show(title, await benchLists(worlds, 2 * rounds + 1))
    if (owners === 1) show('A year of history', await benchHistory(worlds))
    const largest = worlds.at(-1)
    if (owners > 1 && largest) {
      show('Partitions', await benchPartitions(largest, Math.ceil(rounds / 2)))
    }
  }
  show('Payments with codes', await benchPayments(await fill(20_000, 10), rounds))
} finally {
  await database.stop()
}
await mkdir('.cache', { recursive: true })
await writeFile('.cache/bench.json', JSON.stringify(report, null, 2))

async function fill(rows: number, owners: number) {
  console.error(`Filling a database with ${rows} rows for ${owners} owners …`)
  return database.fill(rows, owners)
}

function show(title: string, figures: object[]) {
  report.figures[title] = figures
  console.log(`\n## ${title}`)
  console.table(figures)
}
