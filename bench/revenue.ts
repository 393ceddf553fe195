import { revenueGroups } from '@coinless/contract/choices.ts'
import { adminOfMany, ownerOfMany } from '../test/servers/many-rows.ts'
import type { World } from './database.ts'
import { startServer, tokenOf } from './server.ts'
import { median, rounded } from './statistics.ts'

const calls = 11

export interface RevenueFigure {
  world: string
  who: string
  period: string
  by: string
  /** Median and slowest of sequential calls over HTTP. */
  medianMs: number
  slowestMs: number
}

/** Every revenue report, for one owner of many and for an admin over all. */
export async function benchRevenue(worlds: World[]): Promise<RevenueFigure[]> {
  const figures: RevenueFigure[] = []
  for (const world of worlds) {
    const program = await startServer(world)
    const asked = [
      { who: 'one owner', email: ownerOfMany(1), more: '', periods: ['last_month', 'this_year'] },
      // A year of a million payments by device exceeds the statement timeout.
      { who: 'an admin, of all', email: adminOfMany, more: '&owner=all', periods: ['last_month'] },
    ]
    for (const { who, email, more, periods } of asked) {
      const headers = { authorization: `Bearer ${await tokenOf(world, email)}` }
      for (const period of periods) {
        for (const by of revenueGroups) {
          const query = `time_zone=Europe/Berlin&period=${period}&by=${by}${more}`
          const times: number[] = []
          for (let n = -1; n < calls; n++) {
            const started = performance.now()
            const answer = await fetch(`${program.address}/api/revenue?${query}`, { headers })
            if (!answer.ok) throw new Error(await answer.text())
            await answer.arrayBuffer()
            // The first call is a warm-up.
            if (n >= 0) times.push(performance.now() - started)
          }
          const slowestMs = rounded(Math.max(...times))
          figures.push({
            world: world.name,
            who,
            period,
            by,
            medianMs: rounded(median(times)),
            slowestMs,
          })
        }
      }
    }
    await program.stop()
  }
  return figures
}
