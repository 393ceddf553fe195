import { connect } from '../server/platform/database/connection.ts'
import { execute, query } from '../test/servers/postgres.ts'
import type { World } from './database.ts'
import { endCycles, makeLinkedDevices, paymentScripts } from './payment-scripts.ts'
import { payers, preparePayments } from './payments.ts'
import { pgbench } from './pgbench.ts'

const connections = 16
/** Tables that grow by less than this per payment are omitted. */
const fewestBytes = 5

export interface PaymentSizeFigure {
  at: string
  table: string
  /** On disk for each payment, with all indexes. */
  bytes: number
  bytesOfIndexes: number
}

/** Disk space per payment by table, after a round of payments and a vacuum. */
export async function benchPaymentSize(world: World): Promise<PaymentSizeFigure[]> {
  await preparePayments(world)
  await makeLinkedDevices(world)
  const database = connect(world.url)
  const scripts = await paymentScripts(database, world, payers[0] ?? '')
  await database.destroy()
  const figures: PaymentSizeFigure[] = []
  for (const [at, script] of [
    ['a machine without a controller', scripts.ours],
    ['a linked machine', scripts.linked],
  ] as const) {
    const before = await sizes(world)
    const { count } = await pgbench(world.url, script, { connections, protocol: 'prepared' })
    for (const [table, { all, indexes }] of await sizes(world)) {
      const had = before.get(table)
      const bytes = Math.round((all - (had?.all ?? 0)) / count)
      const bytesOfIndexes = Math.round((indexes - (had?.indexes ?? 0)) / count)
      if (bytes >= fewestBytes) figures.push({ at, table, bytes, bytesOfIndexes })
    }
    await endCycles(world)
  }
  return figures
}

async function sizes({ ownerUrl }: World) {
  await execute(ownerUrl, 'vacuum')
  const rows = await query(
    ownerUrl,
    `select relname, pg_total_relation_size(oid)::float8 as all, pg_indexes_size(oid)::float8 as indexes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  return new Map(
    rows.map((row) => [
      String(row.relname),
      { all: Number(row.all), indexes: Number(row.indexes) },
    ]),
  )
}
