import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { Program } from '../test/servers/program.ts'
import { memoryMb } from './server.ts'
import { median, rounded } from './statistics.ts'

const root = new URL('..', import.meta.url).pathname
/** Number of packages listed by name. */
const largest = 5

/** Time until the product is ready, from a clone and from a build, and its size. */
export async function benchFootprint(rounds: number): Promise<{ what: string; figure: string }[]> {
  const folder = await mkdtemp(join(tmpdir(), 'coinless-footprint-'))
  try {
    const clone = join(folder, 'clone')
    execFileSync('git', ['clone', '--quiet', root, clone])
    return Object.entries({
      ...(await starts(folder, rounds)),
      'npm start from a clone': `${await secondsToStart(clone)} s`,
      node_modules: `${diskMb(join(clone, 'node_modules'))} MB`,
      'node_modules for production': `${productionMb(clone)} MB`,
      'largest of them': largestOf(join(clone, 'node_modules')),
    }).map(([what, figure]) => ({ what, figure }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function starts(folder: string, rounds: number) {
  const first: number[] = []
  const again: number[] = []
  const memory: number[] = []
  for (let n = 0; n < rounds; n++) {
    const program = new Program({ DATA_DIR: join(folder, `data${n}`) })
    for (const times of [first, again]) {
      const started = performance.now()
      await program.start()
      times.push((performance.now() - started) / 1000)
      if (times === again) memory.push(memoryMb(program))
      await program.stop()
    }
  }
  return {
    'first start': `${rounded(median(first))} s`,
    start: `${rounded(median(again))} s`,
    'memory at rest': `${median(memory)} MB`,
  }
}

/** As after a new clone, with packages in npm's cache. */
async function secondsToStart(clone: string): Promise<number> {
  const started = performance.now()
  const product = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  for await (const line of createInterface(product.stdout)) {
    if (!line.startsWith('Coinless is ready')) continue
    const seconds = rounded((performance.now() - started) / 1000)
    const group = -(product.pid ?? 0)
    process.kill(group, 'SIGTERM')
    while (isAlive(group)) await setTimeout(100)
    return seconds
  }
  throw new Error('npm start did not start the server.')
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function productionMb(clone: string): number {
  execFileSync('npm', ['prune', '--omit=dev', '--no-audit', '--no-fund'], { cwd: clone })
  return diskMb(join(clone, 'node_modules'))
}

function diskMb(path: string): number {
  return Number.parseInt(execFileSync('du', ['-sm', path]).toString(), 10)
}

function largestOf(modules: string): string {
  return execFileSync('du', ['-m', '--max-depth=2', modules])
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.split(/\t.*node_modules\/?/))
    .filter(([, name = '']) => /^(@[^/]+\/)?[^@/]+$/.test(name))
    .sort(([a], [b]) => Number(b) - Number(a))
    .slice(0, largest)
    .map(([size, name]) => `${name} ${size} MB`)
    .join(', ')
}
