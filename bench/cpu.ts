import { readdirSync, readFileSync } from 'node:fs'
import { query } from '../test/servers/postgres.ts'
import type { Program } from '../test/servers/program.ts'
import type { World } from './database.ts'
import type { Sample } from './pgbench.ts'

/** Linux counts process time in hundredths of a second. */
const tickMs = 10

/**
 * A sample with CPU time per call in PostgreSQL and the servers, without the load generator. On a
 * shared machine it is more reliable than calls a second.
 */
export async function withCpu(
  { ownerUrl }: World,
  servers: readonly Program[],
  measure: () => Promise<Sample>,
): Promise<Sample> {
  const [row] = await query(
    ownerUrl,
    `select pid from pg_stat_activity where backend_type = 'checkpointer'`,
  )
  const postmaster = timesOf(Number(row?.pid))?.parent ?? 0
  const spent = () =>
    servers.reduce((sum, { pid }) => sum + (timesOf(pid ?? 0)?.own ?? 0), ofPostgres(postmaster))
  const before = spent()
  const sample = await measure()
  return { ...sample, cpuMs: ((spent() - before) * tickMs) / sample.count }
}

/** With ended connections. */
function ofPostgres(postmaster: number): number {
  const processes = readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name))
  const living = processes
    .map((name) => timesOf(Number(name)))
    .filter((times) => times?.parent === postmaster)
  return living.reduce((sum, times) => sum + (times?.own ?? 0), timesOf(postmaster)?.ended ?? 0)
}

function timesOf(pid: number) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const numbers = text
      .slice(text.lastIndexOf(')') + 4)
      .split(' ')
      .map(Number)
    const [parent = 0] = numbers
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = numbers.slice(10)
    return { parent, own: user + system, ended: endedUser + endedSystem }
  } catch {
    // The process has ended.
    return undefined
  }
}
