import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { limits } from '@coinless/contract/limits.ts'
import { generateCode } from '../../server/platform/secrets/code-text.ts'
import type { Program } from '../servers/program.ts'
import type { Payer } from './payer.ts'

/** Makes a call as one account. The body of the answer need not be read. */
export type Call = (path: string, body?: object | string) => Promise<Response>

export interface Flood {
  amid: string
  start(): Promise<unknown>
}

export interface FloodFigure {
  amid: string
  payments: number
  p50Ms: number
  p95Ms: number
  worstMs: number
  /** Increase over the quiet run, of the 95th percentile and of the slowest payment. */
  addedP95Ms: number
  addedMs: number
  /** Maximum delay of the event loop. */
  lateMs: number
  /** Peak memory of the server's own process during the flood, in MB. */
  peakMb: number
}

export const metricsToken = 'token-of-the-floods-long-enough'
const msWithoutFlood = 1500

export function callsAs(program: Program, token: string): Call {
  return (path, body) =>
    fetch(`${program.address}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
}

/**
 * Floods of the most expensive calls that one account, or guests, can make.
 * @param part share of each flood: 1 for all of it
 */
export function floodsOf(
  call: Call,
  deviceId: string,
  guests: Call[],
  { photo, part = 1 }: { photo: Buffer; part?: number },
): Flood[] {
  const some = (count: number) => Math.ceil(count * part)
  const codeRows = () =>
    Array.from({ length: limits.importRowsAtOnce }, () => ({ code: longCode(), balance: 1 }))
  const payWith = (prepaid_code: string) =>
    call('/payments/prepaid', { device_id: deviceId, prepaid_code, amount: 1, duration: 1 })
  const deep = '['.repeat(limits.bodyBytes)
  const image = photo.toString('base64')
  return [
    flood(some(400), `codes of ${limits.codeMax} characters`, () =>
      call('/prepaid-codes', { code: longCode(), balance: 1 }),
    ),
    flood(some(400), 'codes that are easy to guess', () =>
      call('/prepaid-codes', { code: 'A1'.repeat(limits.codeMax / 2), balance: 1 }),
    ),
    flood(some(400), `wrong codes of ${limits.codeMax} characters`, () => payWith(longCode())),
    flood(some(8), `batches of ${limits.batchCodes} codes`, () =>
      call('/prepaid-code-batches', { codes: limits.batchCodes, balance: 1 }),
    ),
    flood(some(20), `imports of ${limits.importRowsAtOnce} codes`, () =>
      call('/prepaid-codes/import', { rows: codeRows() }),
    ),
    flood(some(200), 'bodies of lists in lists', () => call('/devices', deep)),
    flood(some(100), 'searches of codes', () => call('/prepaid-codes?page=1&limit=100&search=e')),
    flood(some(10), 'exports of codes', () => call('/prepaid-codes/export')),
    flood(guests.length, 'heavy photos of guests', (n) =>
      (guests[n] as Call)('/reports', { device_id: deviceId, kind: 'damaged', photo: image }),
    ),
  ]
}

export function flood(count: number, what: string, ask: (n: number) => Promise<Response>): Flood {
  // A body that is rejected unread closes its connection, with any other calls on it.
  const askOnce = async (n: number) =>
    ask(n).then(
      (answer) => answer.arrayBuffer(),
      () => undefined,
    )
  return {
    amid: `${count} ${what}`,
    start: () => Promise.all(Array.from({ length: count }, (_, n) => askOnce(n))),
  }
}

/** Pays without a flood, then during each flood. */
export async function payDuringFloods(
  program: Program,
  floods: Flood[],
  payer: Omit<Payer, 'address'>,
) {
  const workerData: Payer = { ...payer, address: program.address }
  const worker = new Worker(new URL('./payer.ts', import.meta.url), { workerData })
  const quiet = { amid: 'nothing', start: () => delay(msWithoutFlood) }
  const figures: FloodFigure[] = []
  try {
    await timesDuring(quiet, worker)
    for (const flood of [quiet, ...floods]) {
      await lateness(program)
      await writeFile(`/proc/${program.pid}/clear_refs`, '5')
      const times = (await timesDuring(flood, worker)).toSorted((a, b) => a - b)
      const [p50Ms = 0, p95Ms = 0, worstMs = 0] = [0.5, 0.95, 1].map((share) =>
        Math.round(times[Math.ceil(times.length * share) - 1] ?? 0),
      )
      const first = figures[0] ?? { p95Ms, worstMs }
      figures.push({
        ...{ amid: flood.amid, payments: times.length, p50Ms, p95Ms, worstMs },
        addedP95Ms: Math.max(0, p95Ms - first.p95Ms),
        addedMs: Math.max(0, worstMs - first.worstMs),
        lateMs: await lateness(program),
        peakMb: await peakMb(program),
      })
    }
  } finally {
    await worker.terminate()
  }
  return figures
}

async function timesDuring({ start }: Flood, worker: Worker): Promise<number[]> {
  const paid = once(worker, 'message')
  worker.postMessage(true)
  const [[times]] = await Promise.all([paid, start().finally(() => worker.postMessage(false))])
  return times
}

/** In milliseconds, since the last request of metrics. */
async function lateness({ address }: Program): Promise<number> {
  const answer = await fetch(`${address}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  if (!answer.ok) throw new Error(`The metrics request failed with status ${answer.status}`)
  const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(await answer.text()) ?? []
  return Math.round(Number(seconds) * 1000)
}

async function peakMb({ pid }: Program): Promise<number> {
  const [, kb] = /^VmHWM:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kb) / 1024)
}

function longCode(): string {
  return Array.from({ length: 4 }, () => generateCode().replaceAll('-', '').slice(0, 15))
    .join('')
    .slice(0, limits.codeMax)
}
