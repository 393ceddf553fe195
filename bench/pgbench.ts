import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { quantile } from './statistics.ts'

const run = promisify(execFile)
export const secondsARound = 10

export interface Sample {
  count: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** CPU time per call: see cpu.ts. */
  cpuMs?: number
  /** Memory of the largest measured server. */
  memoryMb?: number
}

/** PostgreSQL's load generator: repeats a script on a number of connections. */
export async function pgbench(
  url: string,
  script: string,
  { connections, protocol }: { connections: number; protocol: 'prepared' | 'extended' },
): Promise<Sample> {
  const folder = await mkdtemp(join(tmpdir(), 'coinless-pgbench-'))
  try {
    const file = join(folder, 'script.sql')
    await writeFile(file, script)
    const { stdout } = await run('pgbench', [
      ...['--no-vacuum', '--file', file, '--protocol', protocol],
      ...['--log', '--log-prefix', join(folder, 'log')],
      ...['--define', 'i=0', '--define', `connections=${connections}`],
      ...['--client', `${connections}`, '--jobs', '1', '--time', `${secondsARound}`, url],
    ])
    const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
    const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1]
    if (failed !== '0') throw new Error(`pgbench failed: ${stdout}`)
    const times = await loggedMs(folder)
    const count = times.length
    return { count, perSecond, p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function loggedMs(folder: string): Promise<number[]> {
  const times: number[] = []
  for (const name of await readdir(folder)) {
    if (!name.startsWith('log')) continue
    const text = await readFile(join(folder, name), 'utf8')
    for (const line of text.trim().split('\n')) times.push(Number(line.split(' ')[2]) / 1000)
  }
  return times
}
