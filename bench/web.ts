import { mkdir, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { ownerOfMany } from '../server/test/many-rows.ts'
import { execute } from '../server/test/postgres.ts'
import { BenchDatabase } from './database.ts'
import { Phone } from './phone.ts'
import { startServer, tokenOf } from './server.ts'
import { median } from './statistics.ts'

/**
 * `npm run bench:web`: what Lighthouse says of the first screens on a phone, and how soon the lists
 * answer a tap or a key on a slow one, all with a million rows behind them. Also as
 * .cache/bench-web.json.
 */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const rows = values.quick ? 10_000 : 1_000_000
const owners = 1000
const rounds = values.quick ? 1 : 5

const lists = [
  ...['/devices', '/transactions', '/prepaid-codes', '/resources'],
  ...['/admin/users', '/admin/prepaid-codes', '/admin/audit'],
]

await using running = new AsyncDisposableStack()
const database = await BenchDatabase.start()
running.defer(() => database.stop())
// As an admin the first of them sees the lists of all, and the dashboard of their own share.
const world = await database.fill(rows, owners)
const email = ownerOfMany(1)
await execute(world.ownerUrl, `update users set roles = '{admin}' where email = '${email}'`)
const program = await startServer(world)
running.defer(() => program.stop())
const phone = await Phone.start(program.address)
running.defer(() => phone.stop())

const screens = [await screenFigures(phone, '/auth')]
await phone.signIn(await tokenOf(world, email))
for (const path of ['/dashboard', '/transactions']) screens.push(await screenFigures(phone, path))
console.log(`\n## Lighthouse on a phone, ${rows} rows`)
console.table(screens)

const interactions = []
for (const path of lists) {
  const times = await eachRound(() => phone.slowestInteraction(path))
  interactions.push({ list: path, 'slowest interaction ms': median(times) })
}
console.log('\n## Interaction to next paint, at a quarter of the speed')
console.table(interactions)

await mkdir('.cache', { recursive: true })
const report = { rows, screens, interactions }
await writeFile('.cache/bench-web.json', JSON.stringify(report, null, 2))

async function screenFigures(phone: Phone, path: string) {
  const reports = await eachRound(() => phone.lighthouse(path))
  const figures = Object.keys(reports[0] ?? {}) as (keyof (typeof reports)[number])[]
  return {
    path,
    ...Object.fromEntries(figures.map((name) => [name, median(reports.map((each) => each[name]))])),
  }
}

async function eachRound<T>(measure: () => Promise<T>): Promise<T[]> {
  const results = []
  for (let n = 0; n < rounds; n++) results.push(await measure())
  return results
}
