import { adminOfMany } from '../test/servers/many-rows.ts'
import type { World } from './database.ts'
import { startServer, tokenOf } from './server.ts'
import { median, rounded } from './statistics.ts'

const callsARound = 10

/** The calls of the system page, one after the other. */
export async function benchSystem(worlds: World[], rounds: number) {
  const figures: { world: string; medianMs: number; slowestMs: number }[] = []
  for (const world of worlds) {
    const program = await startServer(world)
    const headers = { authorization: `Bearer ${await tokenOf(world, adminOfMany)}` }
    const times: number[] = []
    for (let round = -1; round < rounds; round++) {
      for (let n = 0; n < callsARound; n++) {
        const started = performance.now()
        const answer = await fetch(`${program.address}/api/admin-system`, { headers })
        const text = await answer.text()
        if (!answer.ok) throw new Error(text)
        // The first round is a warm-up.
        if (round >= 0) times.push(performance.now() - started)
      }
    }
    await program.stop()
    figures.push({
      world: world.name,
      medianMs: rounded(median(times)),
      slowestMs: rounded(Math.max(...times)),
    })
  }
  return figures
}
