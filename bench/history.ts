import { ownerOfMany } from '../test/servers/many-rows.ts'
import type { Program } from '../test/servers/program.ts'
import type { World } from './database.ts'
import { memoryMb, startServer, tokenOf } from './server.ts'
import { median, rounded } from './statistics.ts'

const samplesEveryMs = 200
const calls = 5

export interface HistoryFigure {
  world: string
  /** Lines of the export of last year and this year. */
  lines: number
  seconds: number
  memoryBeforeMb: number
  memoryPeakMb: number
  /** Memory of a second export: more would mean that memory grows with the lines. */
  memoryPeakAgainMb: number
  revenueMs: number
  spendingMs: number
}

/** Cost of a year of payments: the export with the server's memory, and the dashboard. */
export async function benchHistory(worlds: World[]): Promise<HistoryFigure[]> {
  const figures = []
  for (const world of worlds) {
    const program = await startServer(world)
    const headers = { authorization: `Bearer ${await tokenOf(world, ownerOfMany(1))}` }
    const call = (path: string) => fetch(`${program.address}/api${path}`, { headers })
    const time = async (path: string) => {
      const times: number[] = []
      for (let n = -1; n < calls; n++) {
        const started = performance.now()
        await (await call(path)).arrayBuffer()
        // The first call is a warm-up.
        if (n >= 0) times.push(performance.now() - started)
      }
      return rounded(median(times))
    }
    const revenueMs = await time('/dashboard/revenue?time_zone=America/New_York')
    const spendingMs = await time('/dashboard/spending')
    const once = await exported(program, call)
    const memoryPeakAgainMb = (await exported(program, call)).memoryPeakMb
    figures.push({ world: world.name, ...once, memoryPeakAgainMb, revenueMs, spendingMs })
    await program.stop()
  }
  return figures
}

async function exported(program: Program, call: (path: string) => Promise<Response>) {
  const memoryBeforeMb = memoryMb(program)
  let memoryPeakMb = memoryBeforeMb
  const sampler = setInterval(() => {
    memoryPeakMb = Math.max(memoryPeakMb, memoryMb(program))
  }, samplesEveryMs)
  const started = performance.now()
  const thisYear = new Date().getUTCFullYear()
  let lines = 0
  for (const year of [thisYear - 1, thisYear]) {
    const { body } = await call(`/transactions/export?year=${year}`)
    for await (const part of body ?? [])
      lines += Buffer.from(part).toString().split('\n').length - 1
  }
  clearInterval(sampler)
  const seconds = rounded((performance.now() - started) / 1000)
  return { lines, seconds, memoryBeforeMb, memoryPeakMb }
}
