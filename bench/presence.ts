import { execute } from '../test/servers/postgres.ts'
import { withCpu } from './cpu.ts'
import type { World } from './database.ts'
import { pgbench, type Sample } from './pgbench.ts'
import { median, rounded } from './statistics.ts'

const connections = 10

export interface PresenceFigure {
  controllers: number
  /** Rows written by one statement. */
  rowsEach: number
  rowsPerSecond: number
  /** CPU time in PostgreSQL only. */
  cpuMsEach: number
  cpuMicrosecondsOfRow: number
}

/**
 * Writes the last contact of random controllers, as server/machines/drivers does. 7 per statement is what one
 * process with 10,000 controllers writes every 20 ms; 500 is its maximum.
 */
export async function benchPresence(
  world: World,
  controllers: number,
  rounds: number,
): Promise<PresenceFigure[]> {
  await execute(world.ownerUrl, manyControllers(controllers))
  await execute(world.ownerUrl, 'vacuum analyze controllers, controller_presence')
  const figures: PresenceFigure[] = []
  for (const rowsEach of [7, 500]) {
    const samples: Sample[] = []
    for (let round = -1; round < rounds; round++) {
      const script = hearing(controllers, rowsEach)
      const sample = await withCpu(world, [], () =>
        pgbench(world.url, script, { connections, protocol: 'prepared' }),
      )
      if (round >= 0) samples.push(sample)
    }
    const cpuMs = median(samples.map((sample) => sample.cpuMs ?? Number.NaN))
    figures.push({
      controllers,
      rowsEach,
      rowsPerSecond: rounded(median(samples.map(({ perSecond }) => perSecond)) * rowsEach),
      cpuMsEach: rounded(cpuMs),
      cpuMicrosecondsOfRow: rounded((cpuMs * 1000) / rowsEach),
    })
  }
  return figures
}

function manyControllers(count: number): string {
  return `
    insert into controllers (id, owner_id, name, driver, credential_hash)
      select md5(n::text)::uuid, (select id from users limit 1), 'controller ' || n, 'coinless',
        sha256(n::text::bytea)
      from generate_series(1, ${count}) as n;
    insert into controller_presence (controller_id, heard_at, boot_id)
      select id, now(), 'boot' from controllers;`
}

/** Uses the statement of server/machines/drivers/presence-writer.ts. */
function hearing(controllers: number, rows: number): string {
  const statement = `
    insert into controller_presence (controller_id, heard_at, boot_id)
    select controllers.id, now() - make_interval(secs => 0.01), 'boot'
    from (
      select distinct md5((1 + floor(random() * ${controllers}))::int::text)::uuid as id
      from generate_series(1, ${rows})
    ) as heard join controllers on controllers.id = heard.id
    order by controllers.id
    on conflict (controller_id) do update set
      heard_at = greatest(excluded.heard_at, controller_presence.heard_at),
      boot_id = excluded.boot_id;`
  return `${statement.replace(/\s+/g, ' ').trim()}\n`
}
